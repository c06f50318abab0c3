// A page for developers: it plays the company's phone and its customers, through the simulator's own calls.
import { contentOf, textOf } from "./contents.js";

const $ = (id) => document.getElementById(id);
const kept = JSON.parse(sessionStorage.getItem("phone") ?? "null");
const state = kept ?? {
  account: "5511955550001",
  chosen: "5511955550101",
  people: [
    { pn: "5511955550101", name: "Ana Souza" },
    { pn: "5521955550102", name: "Bruno Lima" },
    { pn: "14155550103", name: "Carol" },
  ],
  /** What this page wrote, by number. */
  said: [],
};
/** What Recado sent. */
let accepted = [];

async function call(name, input = {}) {
  const answer = await fetch(`/${name}`, { method: "POST", body: JSON.stringify(input) });
  const body = await answer.json();
  $("trouble").textContent = answer.ok ? "" : body.error;
  if (!answer.ok) throw new Error(body.error);
  return body;
}
const account = () => state.account;
function element(tag, text, more = {}) {
  return Object.assign(document.createElement(tag), { textContent: text, ...more });
}

function drawPeople() {
  $("list").replaceChildren(...state.people.map(({ pn, name }) => {
    const button = element("button", `${name} · ${pn}`, { onclick: () => choose(pn) });
    if (pn === state.chosen) button.setAttribute("aria-current", "true");
    const item = element("li", "");
    item.append(button);
    return item;
  }));
  $("talk-title").textContent = `Conversation with ${state.people.find(({ pn }) => pn === state.chosen)?.name ?? "…"}`;
}
function choose(pn) {
  state.chosen = pn;
  drawPeople();
  drawMessages();
  keep();
}

function drawMessages() {
  const theirs = state.said.filter(({ from }) => from === state.chosen);
  const ours = accepted.filter(({ chat }) => chat === state.chosen).map((one) => ({ ...one, ours: true }));
  const lines = [...theirs, ...ours].sort((one, other) => one.at - other.at).map((one) => {
    const line = element("li", one.ours ? textOf(one.message) : one.text, { className: one.ours ? "ours" : "" });
    const foot = element("small", new Date(one.at).toLocaleTimeString());
    if (one.ours) {
      for (const type of ["read", "played"]) {
        foot.append(element("button", type, { onclick: () => tick(one.id, type) }));
      }
      if (one.error) foot.append(element("span", `refused: ${one.error}`));
    } else {
      foot.append(element("button", "again", { onclick: () => call("redeliver", { account: account(), id: one.id }) }));
      foot.append(element("button", "edit", { onclick: () => change(one, "edit") }));
      foot.append(element("button", "delete", { onclick: () => change(one, "delete") }));
    }
    line.append(foot);
    return line;
  });
  const shown = $("messages");
  const atEnd = shown.scrollHeight - shown.scrollTop - shown.clientHeight < 40;
  shown.replaceChildren(...lines);
  if (atEnd) shown.scrollTop = shown.scrollHeight;
}
const tick = (id, type) => call("tick", { account: account(), from: state.chosen, ids: [id], type });
async function change(one, kind) {
  const text = kind === "edit" ? prompt("New text", one.text) : undefined;
  if (kind === "edit" && !text) return;
  const content = { kind, target: { id: one.id, fromMe: true }, ...(text ? { text } : {}) };
  await call("say", { account: account(), from: one.from, content });
  one.text = kind === "edit" ? `${text} (edited)` : "(deleted)";
  drawMessages();
  keep();
}

const weather = {
  "connection replaced": () => call("kick", { account: account(), how: "replaced" }),
  "connection dropped": () => call("kick", { account: account(), how: "drop" }),
  "half open": () => call("kick", { account: account(), how: "freeze" }),
  "logged out": () => call("kick", { account: account(), how: "removed" }),
  "banned": () => call("kick", { account: account(), how: "banned" }),
  "service away": () => call("reachable", { reachable: false }),
  "service back": () => call("reachable", { reachable: true }),
  "refuse sends (463)": () => call("fault", { account: account(), refuseSends: "463" }),
  "swallow sends": () => call("fault", { account: account(), swallowSends: true }),
  "slow (500 ms)": () => call("fault", { account: account(), slowMs: 500 }),
  "fair": () => call("fault", { account: account() }),
  "garbage": () => call("disturb", { account: account(), what: "garbage-frame" }),
};
$("weather").append(...Object.entries(weather).map(([name, onclick]) => element("button", name, { onclick })));

$("link").onsubmit = async (e) => {
  e.preventDefault();
  const { pn, code } = Object.fromEntries(new FormData(e.target));
  state.account = pn.replace(/\D/g, "");
  keep();
  for (const person of state.people) await call("person", person);
  if (/^https?:|,/.test(code)) await call("scan", { pn: account(), qr: code.trim() });
  else await call("typeCode", { pn: account(), code: code.replace(/[^A-Za-z0-9]/g, "").toUpperCase() });
  e.target.code.value = "";
};
$("add").onsubmit = async (e) => {
  e.preventDefault();
  const { pn, name } = Object.fromEntries(new FormData(e.target));
  await call("person", { pn, name });
  state.people.push({ pn, name });
  e.target.reset();
  choose(pn);
};
$("say").onsubmit = async (e) => {
  e.preventDefault();
  const { naming, kind, text, file } = Object.fromEntries(new FormData(e.target));
  const content = await contentOf(kind, text, file);
  const { id } = await call("say", { account: account(), from: state.chosen, naming, content });
  state.said.push({ id, from: state.chosen, text: kind === "text" ? text : `[${kind}] ${text}`, at: Date.now() });
  e.target.text.value = "";
  drawMessages();
  keep();
};
$("say").kind.onchange = (e) => $("file").hidden = !["image", "voice", "document"].includes(e.target.value);
$("ring").onclick = async () => {
  const { id } = await call("call", { account: account(), from: state.chosen });
  setTimeout(() => call("endCall", { account: account(), from: state.chosen, id, reason: "timeout" }), 8000);
};
$("typing").onclick = () => call("typing", { account: account(), from: state.chosen });

function keep() {
  sessionStorage.setItem("phone", JSON.stringify(state));
}
async function look() {
  const now = await call("state", {}).catch(() => null);
  if (!now) return;
  const mine = now.accounts.find(({ pn }) => pn === account());
  const connected = mine?.sockets.now ? "connected" : "not connected";
  $("linked").textContent = mine?.devices.length ? `${account()}: linked, ${connected}` : `${account()}: not linked`;
  const before = JSON.stringify(accepted);
  accepted = now.accepted.filter((one) => one.account === account());
  if (JSON.stringify(accepted) !== before) drawMessages();
}

drawPeople();
drawMessages();
await look();
setInterval(look, 1000);
