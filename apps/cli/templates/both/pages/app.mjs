/** The page: shows all reminders, and adds one. It reads the API as the person who looks at it. */
import { textsOf } from './texts.mjs';

const bridge = window.ServiceBridge;
const { content: service } = document.querySelector('meta[name="service-origin"]');
// Only the platform that rendered this page may embed it.
let context = await bridge.connect({ allowedOrigins: [service] });
bridge.resize('auto');

async function show() {
  const t = textsOf(context);
  const response = await bridge.fetch('/records/reminder?limit=100');
  if (!response.ok) return document.body.replaceChildren(element('p', { role: 'alert' }, t.failed));
  const { items } = await response.json();
  const rows = items.map(({ data }) =>
    element('li', {}, element('bdi', {}, data.title), ` · ${bridge.formatDate(data.day, 'long')} · `, t[data.outcome]),
  );
  const list = rows.length === 0 ? element('p', {}, t.none) : element('ul', { 'aria-label': t.all }, ...rows);
  document.body.replaceChildren(element('main', {}, form(t), list));
}

function form(t) {
  // One id for this form: a second click, and a retry after a lost answer, are the same reminder and are paid once.
  const id = crypto.randomUUID();
  const title = element('input', { name: 'title', required: '', maxlength: '200', autocomplete: 'off' });
  const days = [1, 7, 30].map((count) => element('option', { value: String(count) }, t.inDays(count)));
  return element(
    'form',
    { onsubmit: (event) => void add(event, t, id) },
    element('label', {}, t.title, title),
    element('label', {}, t.when, element('select', { name: 'days' }, ...days)),
    element('button', {}, t.add),
  );
}

async function add(event, t, id) {
  event.preventDefault();
  const button = event.target.querySelector('button');
  button.disabled = true;
  // The handle proves to our server who asks. It is valid for a few minutes, so it is fetched for each request.
  const { title, days } = Object.fromEntries(new FormData(event.target));
  const installation_id = context.installation.id;
  const body = { installation_id, handle: await bridge.getHandle(), id, title, days: Number(days) };
  const headers = { 'content-type': 'application/json' };
  const request = fetch('../reminders', { method: 'POST', headers, body: JSON.stringify(body) });
  const code = await request
    .then(async (response) => (response.ok ? null : (await response.json()).code))
    .catch(() => '');
  bridge.toast({ message: code === null ? t.added : (t[code] ?? t.failed), tone: code === null ? 'success' : 'error' });
  if (code === null) return show();
  // The form keeps what was typed, and its id.
  button.disabled = false;
}

/** Creates an element. Texts become text nodes, so no data is ever read as HTML. */
function element(tag, attributes, ...children) {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith('on')) created.addEventListener(name.slice(2), value);
    else created.setAttribute(name, value);
  created.append(...children);
  return created;
}

bridge.onContext((next) => {
  context = next;
  void show();
});
await show();
