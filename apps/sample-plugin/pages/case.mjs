/** The panel beside a case: its invoices and their sum. */
import { connect, dueOn, element, invoicePage, money, render, stateOf } from './invoices.mjs';
import { textsOf } from './texts.mjs';

const bridge = window.ServiceBridge;
/** A case has few invoices, but the API lists all: after so many pages the panel shows what it has found. */
const MOST_PAGES = 20;
let context = await connect();
let invoices = [];
bridge.resize('auto');

async function load() {
  const found = [];
  let cursor = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { items, next_cursor } = await invoicePage(cursor);
    found.push(...items.map(({ data }) => data).filter((data) => data.case_id === context.record.id));
    cursor = next_cursor;
    if (cursor === null) break;
  }
  invoices = found;
}

/** Credit notes reduce the sum. Amounts of several currencies have no sum. */
function total() {
  const [first] = invoices;
  if (first === undefined || invoices.some(({ currency }) => currency !== first.currency)) return null;
  const sum = invoices.reduce((all, { kind, payable }) => all + (kind === 'invoice' ? 1 : -1) * Number(payable), 0);
  return money(sum, first.currency, context);
}

function view() {
  const t = textsOf(context);
  const open = element('button', { type: 'button', class: 'quiet', onclick: () => bridge.navigate({}) }, t.openAll);
  if (invoices.length === 0) return [element('p', { class: 'empty' }, t.noneOfCase), open];
  const items = invoices.map((data) =>
    element(
      'li',
      {},
      element('span', {}, element('b', {}, element('bdi', {}, data.number)), element('small', {}, dueOn(data))),
      element('span', { class: 'end' }, money(data.payable, data.currency, context), stateOf(data, t)),
    ),
  );
  const sum = total();
  return [
    element('ul', { 'aria-label': t.ofCase }, ...items),
    ...(sum === null ? [] : [element('p', { class: 'total' }, element('b', {}, t.total), sum)]),
    open,
  ];
}

function draw(prepare = () => undefined) {
  return render(textsOf(context), async () => {
    await prepare();
    return view();
  });
}

bridge.onContext((next) => {
  const isOtherRecord = next.record.id !== context.record.id;
  context = next;
  void draw(isOtherRecord ? load : undefined);
});
await draw(load);
