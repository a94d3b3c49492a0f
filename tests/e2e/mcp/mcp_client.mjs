#!/usr/bin/env node
// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// mcp_client.mjs - acceptance client for a stdio MCP server.
//
//   node mcp_client.mjs --plan plan.json [--sdk-dir DIR] [--quiet-wire] -- SERVER [ARGS...]
//
// It starts SERVER with the real MCP TypeScript SDK client (v1 package @modelcontextprotocol/sdk,
// or v2 package @modelcontextprotocol/client), advertises elicitation, answers each elicitation by
// the plan, runs the plan's steps and prints one JSON object per line, each with "t" = ms since
// start. The last line is {"ev":"end",...}. Exit: 0 all expectations met and no violation,
// 1 an expectation failed or the server broke a protocol rule, 2 the harness itself failed.
//
// Plan (JSON):
//  { "sdk":"v1"|"v2", "era":"legacy"|"auto"|"modern"   v2 only: auto probes server/discover, modern pins it
//    "probe":"inplace"|"sibling"                       v2 auto: sibling = what stock SDK clients do (spawns twice)
//    "connect": true|false                             false: no SDK client, only raw/wait_for/signal steps
//    "elicitation": {"form":{},"url":{}} | {} | null   capability advertised (null: none)
//    "client": {"name":..,"version":..}, "env":{..}, "cwd":.., "limitMs":60000, "lenient":[violation codes]
//    "answers":[ {"match":"regex on message","action":"accept","value":X | "content":{..} | "pick":n,
//                 "field":"name","delayMs":0,"uses":1}, {"action":"decline"|"cancel"|"never"|"defaults"|"error"} ]
//        the first entry that matches and has uses left answers; none left: cancel
//    "steps":[ {"do":"tools"}, {"do":"call","name":..,"args":{..},"timeoutMs":..,"resetOnProgress":true,
//                "progress":true,"cancelAfterMs":..,"background":"id","save":"id","expect":{..},"expectError":..},
//              {"do":"join","id":..}, {"do":"resources"},{"do":"templates"},{"do":"read","uri":..},
//              {"do":"subscribe"|"unsubscribe","uri":..}, {"do":"listen","filter":{..}} (v2 modern),
//              {"do":"ping"}, {"do":"log","level":..}, {"do":"wait","ms":..},
//              {"do":"wait_for","match":{subset of an incoming message},"ms":..,"save":"id"},
//              {"do":"raw","line":"text" | "json":{..}}, {"do":"shell","cmd":"..","expect":{"code":0,"stdout":..}},
//              {"do":"signal","name":"SIGTERM"}, {"do":"eof"}, {"do":"close"} ] }
//  Strings may use ${id.path} of anything saved. expect maps a path to a value or to one of
//  {"match":re} {"absent":true} {"present":true} {"length":n} {"type":t} {"under":n} {"over":n}.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { readFileSync } from 'node:fs';
import { exec } from 'node:child_process';

const argv = process.argv.slice(2), split = argv.indexOf('--');
const opt = n => { const i = argv.indexOf(n); return i >= 0 && (split < 0 || i < split) ? argv[i + 1] : undefined; };
const server = split >= 0 ? argv.slice(split + 1) : [];
const planFile = opt('--plan');
if (!planFile || !server.length) { console.error('usage: mcp_client.mjs --plan FILE [--sdk-dir DIR] [--quiet-wire] -- SERVER [ARGS...]'); process.exit(2); }
const plan = JSON.parse(readFileSync(planFile, 'utf8'));
const quiet = argv.includes('--quiet-wire');
const t0 = performance.now(), now = () => Math.round(performance.now() - t0);
const say = o => process.stdout.write(JSON.stringify({ t: now(), ...o }) + '\n');
const fails = [], violations = [], saved = {}, jobs = {}, inbox = [], waiters = [];
const lenient = new Set(plan.lenient ?? []);
const violate = (code, text, extra) => { const v = { ev: 'violation', code, text, ...extra }; if (!lenient.has(code)) violations.push(code); say(v); };
const fail = (step, text, extra) => { fails.push(text); say({ ev: 'fail', step, text, ...extra }); };
const sleep = ms => new Promise(r => setTimeout(r, ms));
const at = (o, path) => path === '' ? o : path.split('.').reduce((v, k) => v == null ? undefined : v[k], o);
const fill = v => typeof v === 'string'
  ? v.replace(/\$\{([^}]+)\}/g, (whole, p) => { const x = at(saved, p); return x === undefined ? whole : typeof x === 'string' ? x : JSON.stringify(x); })
  : Array.isArray(v) ? v.map(fill) : v && typeof v === 'object' ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, fill(x)])) : v;
const isObj = v => v !== null && typeof v === 'object' && !Array.isArray(v);
const subset = (want, got) => isObj(want) ? isObj(got) && Object.entries(want).every(([k, v]) => subset(v, got[k]))
  : Array.isArray(want) ? Array.isArray(got) && want.length === got.length && want.every((v, i) => subset(v, got[i])) : Object.is(want, got);
function check(step, expect, got) {
  for (const [path, raw] of Object.entries(expect ?? {})) {
    const w = fill(raw), g = at(got, path);
    const rules = { match: r => typeof g === 'string' && new RegExp(r, 's').test(g), absent: b => (g === undefined) === b, present: b => (g !== undefined) === b,
      length: n => g?.length === n, type: t => (Array.isArray(g) ? 'array' : g === null ? 'null' : typeof g) === t, under: n => g < n, over: n => g > n };
    const keys = isObj(w) ? Object.keys(w) : [], ruled = keys.length > 0 && keys.every(k => k in rules);
    const ok = ruled ? keys.every(k => rules[k](w[k])) : isObj(w) ? subset(w, g) : JSON.stringify(w) === JSON.stringify(g);
    if (!ok) fail(step, `${path}: wanted ${JSON.stringify(w)}, got ${JSON.stringify(g)?.slice(0, 300)}`);
    else say({ ev: 'ok', step, path });
  }
}

// ---- protocol lint on the wire -------------------------------------------------------------
let era = 'legacy', negotiated;
const rawIds = new Set(), mine = new Map(), theirs = new Map(), cancelled = new Set(), progressOf = new Map(), prims = ['string', 'number', 'integer', 'boolean'];
function lintForm(p) {
  const s = p?.requestedSchema, bad = t => violate('form-schema', t, { schema: s });
  if (typeof p?.message !== 'string' || !p.message) violate('elicit-message', 'message missing or empty');
  if (s?.type !== 'object' || !isObj(s?.properties)) return bad('requestedSchema must be {type:object, properties:{..}}');
  for (const [k, f] of Object.entries(s.properties)) {
    if (f?.type === 'array') { const it = f.items ?? {}; if (!(Array.isArray(it.enum) && it.type === 'string') && !(Array.isArray(it.anyOf) && it.anyOf.every(o => typeof o.const === 'string' && typeof o.title === 'string'))) bad(`${k}: array must be a multi-select enum`); }
    else if (!prims.includes(f?.type)) bad(`${k}: type ${JSON.stringify(f?.type)} is not a form primitive`);
    if (f?.oneOf && !f.oneOf.every(o => typeof o.const === 'string' && typeof o.title === 'string')) bad(`${k}: oneOf entries need const and title`);
    if (f?.enumNames && f?.oneOf) bad(`${k}: enumNames and oneOf together`);
    const opts = f?.enum ?? f?.oneOf?.map(o => o.const) ?? f?.items?.enum ?? f?.items?.anyOf?.map(o => o.const);
    if (opts && new Set(opts).size !== opts.length) bad(`${k}: repeated option values`);
  }
  for (const r of s.required ?? []) if (!(r in s.properties)) bad(`required names unknown field ${r}`);
}
function lintIn(m) {
  if (m.jsonrpc !== '2.0') violate('jsonrpc', 'jsonrpc is not "2.0"', { m });
  if (m.method && m.id !== undefined) {                       // server -> client request
    if (era === 'modern') violate('modern-server-request', `a 2026-07-28 server must not send requests (${m.method})`);
    if (theirs.has(m.id)) violate('dup-request-id', `request id ${m.id} used twice`);
    theirs.set(m.id, m.method);
    if (m.method === 'elicitation/create') {
      const e = plan.elicitation === undefined ? { form: {} } : plan.elicitation;
      if (!e) violate('elicit-uninvited', 'elicitation/create although the client did not advertise it');
      else if (m.params?.mode === 'url' && !e.url) violate('elicit-uninvited', 'url mode although not advertised');
      if ((m.params?.mode ?? 'form') === 'form') lintForm(m.params);
    }
  } else if (m.method) {                                      // notification
    if (m.method === 'notifications/progress') {
      const k = m.params?.progressToken, p = m.params?.progress;
      if (![...mine.values()].some(r => r.token === k && !r.done)) violate('progress-token', `progress for unknown or finished token ${k}`);
      if (progressOf.has(k) && !(p > progressOf.get(k))) violate('progress-order', `progress ${p} after ${progressOf.get(k)}`);
      progressOf.set(k, p);
    } else if (m.method === 'notifications/cancelled') {
      const id = m.params?.requestId;
      if (era === 'modern' && mine.get(id)?.method !== 'subscriptions/listen') violate('modern-server-cancel', 'a 2026-07-28 server may cancel only subscriptions/listen');
      if (era !== 'modern' && !theirs.has(id)) violate('cancel-unknown', `server cancelled unknown request ${id}`);
    } else if (m.method === 'notifications/message' && era === 'modern') {
      if (![...mine.values()].some(r => r.logLevel && !r.done)) violate('modern-log', 'log message although no request asked for a level');
    } else if (!/^notifications\//.test(m.method)) violate('notification-name', m.method);
  } else {                                                    // response
    const r = mine.get(m.id);
    if (!r) return m.id === null || m.id === undefined ? undefined : violate('unknown-response', `response to unknown id ${JSON.stringify(m.id)}`);
    if (r.done) violate('double-response', `second response to id ${m.id}`);
    if (cancelled.has(m.id)) violate('response-after-cancel', `response to cancelled request ${m.id} (${r.method})`);
    r.done = true;
    if (('result' in m) === ('error' in m)) violate('result-xor-error', 'need exactly one of result and error');
    if (m.error && (!Number.isInteger(m.error.code) || typeof m.error.message !== 'string')) violate('error-shape', 'error needs integer code and string message', { m });
    if (r.method === 'initialize' && m.result) negotiated = m.result.protocolVersion;
    if (r.method === 'server/discover' && m.result?.supportedVersions) era = 'modern';
    if (m.result && era === 'modern') {
      if (typeof m.result.resultType !== 'string') violate('modern-result-type', `${r.method} result lacks resultType`);
      if (m.result.resultType === 'input_required') for (const q of Object.values(m.result.inputRequests ?? {})) if (q.method === 'elicitation/create') lintForm(q.params);
      if (/^(tools|resources|prompts)\/(list|read)$|templates\/list$/.test(r.method) && m.result.resultType === 'complete' && (m.result.ttlMs === undefined || !m.result.cacheScope)) violate('modern-cacheable', `${r.method} result lacks ttlMs/cacheScope`);
    }
    if (r.method === 'tools/call' && m.result && m.result.resultType !== 'input_required') {
      const c = m.result.content;
      if (!Array.isArray(c)) violate('tool-content', 'tools/call result.content is not an array');
      else if (m.result.structuredContent !== undefined && !c.some(b => b.type === 'text')) violate('structured-no-text', 'structuredContent without a text block (SHOULD repeat it as text)');
    }
    if (r.method === 'tools/list') for (const tool of m.result?.tools ?? []) {
      if (tool.inputSchema?.type !== 'object') violate('tool-schema', `${tool.name}: inputSchema.type must be object`);
      if (!/^[A-Za-z0-9_.-]{1,128}$/.test(tool.name)) violate('tool-name', tool.name);
    }
  }
}
function lintOut(m) {
  if (m.method && m.id !== undefined) mine.set(m.id, { method: m.method, token: m.params?._meta?.progressToken, logLevel: m.params?._meta?.['io.modelcontextprotocol/logLevel'] });
  if (m.method === 'notifications/cancelled') cancelled.add(m.params.requestId);
}
function arrived(m) {
  inbox.push(m);
  for (const w of [...waiters]) if (subset(w.match, m)) { waiters.splice(waiters.indexOf(w), 1); w.done(m); }
}

// ---- elicitation answers -------------------------------------------------------------------
let elicits = 0;
async function answer(params, signal, how) {
  const n = ++elicits, props = params.requestedSchema?.properties ?? {};
  say({ ev: 'elicit', n, how, mode: params.mode ?? 'form', message: params.message, schema: params.requestedSchema, url: params.url });
  const rule = (plan.answers ?? []).find(a => (a.uses ?? Infinity) > 0 && (!a.match || new RegExp(a.match, 's').test(params.message ?? '')));
  if (rule?.uses) rule.uses--;
  const withdrawn = new Promise((_, no) => signal?.addEventListener('abort', () => {
    say({ ev: 'withdrawn', n, reason: String(signal.reason?.message ?? signal.reason ?? '') }); no(new Error('withdrawn'));
  }, { once: true }));
  withdrawn.catch(() => {});
  if (rule?.delayMs) await Promise.race([sleep(rule.delayMs), withdrawn]);
  const action = rule?.action ?? 'cancel';
  if (action === 'never') { await Promise.race([new Promise(() => {}), withdrawn]); }
  if (action === 'error') throw Object.assign(new Error(rule.message ?? 'client cannot show this form'), { code: rule.code ?? -32603 });
  const result = { action: action === 'defaults' ? 'accept' : action };
  if (result.action === 'accept' && params.mode !== 'url') {
    const field = rule.field ?? Object.keys(props)[0], f = props[field] ?? {};
    const opts = f.enum ?? f.oneOf?.map(o => o.const) ?? f.items?.enum ?? f.items?.anyOf?.map(o => o.const);
    result.content = action === 'defaults' ? Object.fromEntries(Object.entries(props).filter(([, p]) => p.default !== undefined).map(([k, p]) => [k, p.default]))
      : rule.content ?? { [field]: rule.pick !== undefined ? (f.type === 'array' ? [opts?.[rule.pick]] : opts?.[rule.pick]) : rule.value };
  }
  say({ ev: 'answer', n, result });
  return result;
}

// ---- transport with tracing ----------------------------------------------------------------
const v2 = (plan.sdk ?? 'v1') === 'v2';
const bases = [opt('--sdk-dir'), process.env.MCP_SDK_DIR, process.cwd(), import.meta.dirname].filter(Boolean);
function load(spec) {
  for (const b of bases) try { return import(pathToFileURL(createRequire(b + '/x.js').resolve(spec))); } catch { /* next */ }
  console.error(`cannot find ${spec}; npm install it in a folder and pass --sdk-dir`); process.exit(2);
}
const { Client } = await load(v2 ? '@modelcontextprotocol/client' : '@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = await load(v2 ? '@modelcontextprotocol/client/stdio' : '@modelcontextprotocol/sdk/client/stdio.js');
const T = v2 ? null : await load('@modelcontextprotocol/sdk/types.js');
class Traced extends StdioClientTransport {}                       // a subclass: v2 'auto' then probes in place
const Base = v2 && plan.probe === 'sibling' ? StdioClientTransport : Traced;
const transport = new Base({ command: server[0], args: server.slice(1), env: { ...process.env, ...plan.env }, cwd: plan.cwd, stderr: 'pipe' });
const send = transport.send.bind(transport), start = transport.start.bind(transport);
let sink, child, inside = false;
transport.send = (m, o) => { lintOut(m); if (!quiet) say({ ev: 'send', m }); return send(m, o); };
Object.defineProperty(transport, 'onmessage', { configurable: true, get: () => inner, set: f => { sink = f; } });
const inner = (m, extra) => { if (inside) return; /* the SDK chains the handler it found, which is this one */ inside = true; try { seen(m, extra); } finally { inside = false; } };
const seen = (m, extra) => { if (!quiet) say({ ev: 'recv', m }); try { lintIn(m); } catch (e) { say({ ev: 'lint-error', text: String(e) }); } arrived(m); if (!(m.id !== undefined && !m.method && rawIds.has(m.id))) sink?.(m, extra); };
transport.start = async () => {
  await start(); child = transport._process;
  say({ ev: 'spawn', pid: child?.pid, cmd: server });
  child?.once('exit', (code, signal) => say({ ev: 'exit', code, signal }));
};
let errTail = '';
transport.stderr?.on('data', d => { errTail = (errTail + d).slice(-4000); say({ ev: 'stderr', text: String(d).slice(0, 2000) }); });

const abortAll = new AbortController();
const timer = setTimeout(() => { fail('limit', `plan took over ${plan.limitMs ?? 60000} ms`); finish(); }, plan.limitMs ?? 60000);
const caps = plan.elicitation === null ? {} : { elicitation: plan.elicitation ?? { form: {} } };
const client = new Client(plan.client ?? { name: 'heed-acceptance', version: '1.0' }, {
  capabilities: caps, ...(v2 && plan.era && plan.era !== 'legacy' ? { versionNegotiation: { mode: plan.era === 'auto' ? 'auto' : { pin: '2026-07-28' }, probe: { timeoutMs: plan.probeTimeoutMs ?? 3000 } } } : {}) });
client.onerror = e => { const text = String(e?.message ?? e); say({ ev: 'client-error', text: text.slice(0, 500) }); if (!/^Received a (response|progress)/.test(text) && /JSON|Unexpected token|invalid_union|expected/i.test(text)) violate('bad-stdout', 'a line on stdout is not a JSON-RPC message'); };
client.onclose = () => say({ ev: 'closed' });
if (plan.elicitation !== null) {
  const h = (req, ctx) => answer(req.params, ctx?.signal ?? ctx?.mcpReq?.signal, ctx?.mcpReq?.id === undefined && v2 ? 'input_required' : 'request');
  v2 ? client.setRequestHandler('elicitation/create', h) : client.setRequestHandler(T.ElicitRequestSchema, h);
}
if (!v2) client.fallbackNotificationHandler = async n => say({ ev: 'notify', method: n.method, params: n.params });

async function call(s, i) {
  const began = performance.now(), ac = new AbortController();
  const o = { timeout: s.timeoutMs ?? 30000, signal: ac.signal, resetTimeoutOnProgress: !!s.resetOnProgress, ...(s.maxTotalMs && { maxTotalTimeout: s.maxTotalMs }),
    ...(s.progress || s.resetOnProgress ? { onprogress: p => say({ ev: 'progress', step: i, p }) } : {}) };
  if (s.cancelAfterMs !== undefined) setTimeout(() => ac.abort(s.cancelReason ?? 'test cancels'), s.cancelAfterMs);
  const p = { name: s.name, arguments: fill(s.args ?? {}), ...(s.meta && { _meta: s.meta }) };
  const r = await (v2 ? client.callTool(p, o) : client.callTool(p, undefined, o));
  return { ...r, ms: Math.round(performance.now() - began) };
}
async function run(s, i) {
  const uri = s.uri && fill(s.uri);
  switch (s.do) {
    case 'tools': { const r = await client.listTools(); return { ...r, byName: Object.fromEntries(r.tools.map(x => [x.name, x])) }; }
    case 'call': return call(s, i);
    case 'resources': return client.listResources(s.cursor ? { cursor: s.cursor } : undefined);
    case 'templates': return client.listResourceTemplates();
    case 'read': return client.readResource({ uri });
    case 'subscribe': return client.subscribeResource({ uri });
    case 'unsubscribe': return client.unsubscribeResource({ uri });
    case 'listen': { const l = await client.listen(fill(s.filter)); return { acknowledged: l?.acknowledged ?? l?.filter ?? true }; }
    case 'ping': return client.ping({ timeout: s.timeoutMs ?? 5000 });
    case 'log': return client.setLoggingLevel(s.level);
    case 'wait': await sleep(s.ms); return {};
    case 'wait_for': {
      const want = fill(s.match), hit = inbox.find(m => subset(want, m));
      if (hit) return hit;
      return new Promise((ok, no) => { const w = { match: want, done: m => { clearTimeout(tm); ok(m); } };
        const tm = setTimeout(() => { waiters.splice(waiters.indexOf(w), 1); no(new Error(`no message like ${JSON.stringify(want)} in ${s.ms ?? 5000} ms`)); }, s.ms ?? 5000); waiters.push(w); });
    }
    case 'raw': { const m = fill(s.json); if (m) { lintOut(m); if (m.method && m.id !== undefined) rawIds.add(m.id); } const line = m !== undefined ? JSON.stringify(m) : s.line; say({ ev: 'send-raw', line }); child.stdin.write(line + (s.noNewline ? '' : '\n')); return {}; }
    case 'shell': { const cmd = fill(s.cmd); say({ ev: 'shell', cmd });
      return new Promise(ok => exec(cmd, { env: { ...process.env, ...plan.env }, timeout: s.timeoutMs ?? 20000 }, (e, stdout, stderr) => ok({ code: e?.code ?? 0, stdout, stderr }))); }
    case 'signal': child.kill(s.name); await sleep(s.ms ?? 300); return { alive: child.exitCode === null && child.signalCode === null };
    case 'eof': { const began = now(); child.stdin.end(); const code = await Promise.race([new Promise(r => child.once('exit', r)), sleep(s.ms ?? 3000).then(() => 'still running')]); return { code, ms: now() - began }; }
    case 'close': await client.close(); return {};
    default: throw new Error(`unknown step ${s.do}`);
  }
}
async function step(s, i) {
  const tag = `${i}:${s.do}${s.name ? ':' + s.name : ''}`;
  say({ ev: 'step', step: tag });
  const settle = async p => {
    let r;
    try { r = await p; } catch (e) {
      const message = String(e.message ?? e), err = { code: e.code, kind: /timed out|timeout/i.test(message) ? 'timeout' : Number.isInteger(e.code) ? 'rpc' : 'other', message, data: e.data };
      say({ ev: 'error', step: tag, ...err });
      if (s.save) saved[s.save] = { error: err };
      if (s.expectError === undefined) return fail(tag, `unexpected error: ${err.message}`);
      if (s.expectError !== true) check(tag, typeof s.expectError === 'string' ? { message: { match: s.expectError } } : s.expectError, err);
      return;
    }
    say({ ev: 'result', step: tag, r });
    if (s.save) saved[s.save] = r;
    if (s.expectError !== undefined) fail(tag, 'wanted an error, got a result');
    check(tag, s.expect, r);
  };
  if (s.do === 'join') return jobs[s.id];
  const p = settle(run(s, i));
  if (s.background) jobs[s.background] = p; else await p;
}
let finished = false;
async function finish(code) {
  if (finished) return; finished = true; clearTimeout(timer);
  try { await Promise.race([client.close(), sleep(6000)]); await transport.close?.(); } catch { /* closing */ }
  say({ ev: 'end', ok: !fails.length && !violations.length, protocol: negotiated ?? client.getNegotiatedProtocolVersion?.() ?? era, elicits, fails, violations });
  process.exit(code ?? (fails.length || violations.length ? 1 : 0));
}
try {
  if (plan.connect === false) { transport.onmessage = () => {}; transport.onerror = client.onerror; transport.onclose = client.onclose; await transport.start(); }
  else {
    await client.connect(transport);
    negotiated ??= client.getNegotiatedProtocolVersion?.();
    if (negotiated >= '2026-07-28') era = 'modern';
    say({ ev: 'connected', protocol: negotiated, server: client.getServerVersion(), capabilities: client.getServerCapabilities(), instructions: client.getInstructions?.() });
  }
  for (const [i, s] of (plan.steps ?? []).entries()) await step(s, i);
  await Promise.all(Object.values(jobs));
  await finish();
} catch (e) { say({ ev: 'harness-error', text: String(e?.stack ?? e), stderr: errTail.slice(-1000) }); fails.push(String(e?.message ?? e)); await finish(plan.expectConnectError && new RegExp(plan.expectConnectError).test(String(e?.message)) ? 0 : 2); }
