# SPDX-FileCopyrightText: The Heed developers
# SPDX-License-Identifier: GPL-3.0-or-later
# Precompiled headers. A compiler accepts one only under the same flags, so there is one for each kind of
# target: with and without widgets, in a library and in a test program. Where one does not fit after
# all, the compiler leaves it aside, and only time is lost.
set(CMAKE_PCH_WARN_INVALID OFF)
set(precompiled ${PROJECT_SOURCE_DIR}/app/precompiled.h)
file(WRITE ${PROJECT_BINARY_DIR}/precompiled.cpp "int main() { return 0; }\n")

# Qt names each test's folders in macros, which no test here reads. Clang takes no precompiled header for which a macro
# had another value.
function(heed_forget_test_folders target)
    target_compile_options(${target} PRIVATE
        $<$<CXX_COMPILER_ID:Clang>:-UQT_TESTCASE_BUILDDIR> $<$<CXX_COMPILER_ID:Clang>:-UQT_TESTCASE_SOURCEDIR>)
endfunction()

foreach(kind IN ITEMS core gui)
    set(libraries Qt6::Core)
    if(kind STREQUAL gui)
        set(libraries Qt6::Widgets)
    endif()
    add_library(heed_pch_library_${kind} OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/precompiled.cpp)
    target_link_libraries(heed_pch_library_${kind} PRIVATE ${libraries} heed_flags)
    add_executable(heed_pch_test_${kind} EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/precompiled.cpp)
    target_link_libraries(heed_pch_test_${kind} PRIVATE ${libraries} Qt6::Test heed_flags)
    target_compile_options(heed_pch_test_${kind} PRIVATE ${heed_test_options})
    # Every test reads this first, precompiled or not (heed_test).
    heed_forget_test_folders(heed_pch_test_${kind})
    target_precompile_headers(heed_pch_test_${kind} PRIVATE ${PROJECT_SOURCE_DIR}/tests/support/patience.h)
    foreach(owner IN ITEMS heed_pch_library_${kind} heed_pch_test_${kind})
        target_precompile_headers(${owner} PRIVATE ${precompiled})
        set_target_properties(${owner} PROPERTIES AUTOMOC OFF)
    endforeach()
endforeach()

# Whether a target ends up with Qt's widgets, over everything that it links.
function(heed_has_widgets target result)
    set(${result} FALSE PARENT_SCOPE)
    if(target STREQUAL Qt6::Widgets)
        set(${result} TRUE PARENT_SCOPE)
        return()
    endif()
    if(NOT TARGET ${target} OR target MATCHES "::")
        return()
    endif()
    get_target_property(linked ${target} LINK_LIBRARIES)
    get_target_property(handed_on ${target} INTERFACE_LINK_LIBRARIES)
    foreach(other IN LISTS linked handed_on)
        heed_has_widgets("${other}" found)
        if(found)
            set(${result} TRUE PARENT_SCOPE)
            return()
        endif()
    endforeach()
endfunction()

# heed_precompile(target library|test): to be called after the target's link line.
function(heed_precompile target place)
    heed_has_widgets(${target} widgets)
    set(kind core)
    if(widgets)
        set(kind gui)
    endif()
    if(place STREQUAL test)
        heed_forget_test_folders(${target})
    endif()
    target_precompile_headers(${target} REUSE_FROM heed_pch_${place}_${kind})
endfunction()
