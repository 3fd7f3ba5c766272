/** The app: all invoices. An invoice without a case can be proposed for one. */
import { connect, dueOn, element, invoicePage, money, render, stateOf } from './invoices.mjs';
import { textsOf } from './texts.mjs';

const bridge = window.ServiceBridge;
let context = await connect();
/** Records by `external_id`, in the order of the API. */
const records = new Map();
let nextCursor = null;

async function load(cursor) {
  const { items, next_cursor } = await invoicePage(cursor);
  for (const record of items) records.set(record.external_id, record);
  nextCursor = next_cursor;
}

function view() {
  const t = textsOf(context);
  if (records.size === 0) return [element('p', { class: 'empty' }, t.none)];
  const head = [t.number, t.supplier, t.due, t.amount, t.state].map((text) =>
    element('th', { scope: 'col', role: 'columnheader' }, text),
  );
  const rows = [...records.values()].map((record) => row(record, t));
  const more = element('button', { type: 'button', onclick: () => void draw(() => load(nextCursor)) }, t.more);
  return [
    element(
      'div',
      { class: 'wide' },
      element(
        'table',
        { role: 'table', 'aria-label': t.all },
        element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, ...head)),
        element('tbody', { role: 'rowgroup' }, ...rows),
      ),
    ),
    ...(nextCursor === null ? [] : [more]),
  ];
}

/** Roles are explicit because rows are no table rows on a narrow screen (page.css). */
const cell = { role: 'cell' };

function row(record, t) {
  const { data } = record;
  return element(
    'tr',
    { role: 'row' },
    element('th', { scope: 'row', role: 'rowheader' }, element('bdi', {}, data.number)),
    element('td', { ...cell, class: 'supplier' }, element('bdi', {}, data.supplier.name ?? t.unknown)),
    element('td', cell, dueOn(data)),
    element('td', { ...cell, class: 'amount' }, money(data.payable, data.currency, context)),
    element('td', { ...cell, class: 'decision' }, stateOf(data, t), action(record, t)),
  );
}

function action(record, t) {
  const { case_id: caseId } = record.data;
  if (caseId !== null) {
    const open = () => bridge.navigate({ record: { type: 'case', id: caseId }, panel: 'invoices' });
    return element('button', { type: 'button', class: 'quiet', onclick: open }, t.openCase);
  }
  return element('button', { type: 'button', onclick: () => void propose(record) }, t.propose);
}

/** The person picks the case and confirms; both dialogs are the service's. */
async function propose(record) {
  const t = textsOf(context);
  const { data } = record;
  const [chosen] = (await bridge.pickCase({ title: t.pickCase(data.number) })) ?? [];
  if (chosen === undefined) return;
  const amount = money(data.payable, data.currency, context);
  const question = { title: t.confirm(data.number), message: t.confirmText(amount, chosen.title) };
  if (!(await bridge.confirm(question))) return;
  const externalId = `${record.external_id}#${data.file.digest.slice(0, 12)}.proposal`;
  const proposal = {
    external_id: externalId,
    record_type: 'case',
    action: 'update',
    record_id: chosen.id,
    changes: { amount: data.payable },
    summary: t.summary(data.number, amount),
  };
  const sent = await send('POST', '/proposals', proposal, { 'idempotency-key': crypto.randomUUID() });
  if (!sent.ok) return bridge.toast({ message: t.refused, tone: 'error' });
  const { status } = await sent.json();
  const submission = { external_id: externalId, outcome: status, reason: null, record_id: null };
  const changed = { ...data, case_id: chosen.id, proposal: submission };
  await send(
    'PUT',
    `/records/invoice/${encodeURIComponent(record.external_id)}`,
    { data: changed },
    {
      'if-match': `"${record.revision}"`,
    },
  );
  bridge.toast({ message: t.proposed, tone: 'success' });
  await draw(() => load(null));
}

function send(method, path, body, headers) {
  const json = { ...headers, 'content-type': 'application/json' };
  return bridge.fetch(path, { method, headers: json, body: JSON.stringify(body) });
}

function draw(prepare = () => undefined) {
  return render(textsOf(context), async () => {
    await prepare();
    return view();
  });
}

bridge.onContext((next) => {
  context = next;
  void draw();
});
await draw(() => load(null));
