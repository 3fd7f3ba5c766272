/** What both pages share: the connection to the service, the invoices of the API, and small parts of the view. */
const bridge = window.ServiceBridge;

/** Only the service that rendered into this page where it runs may embed it. */
export function connect() {
  const { content } = document.querySelector('meta[name="service-origin"]');
  return bridge.connect({ allowedOrigins: [content] });
}

const PAGE = 100;

/** One page of invoices: records of the plugin, read as the person who looks at the page. */
export async function invoicePage(cursor = null) {
  const query = new URLSearchParams({ limit: String(PAGE), ...(cursor !== null && { cursor }) });
  const response = await bridge.fetch(`/records/invoice?${query}`);
  if (!response.ok) throw new Error(`the API answered ${response.status}`);
  return await response.json();
}

/** Creates an element. Texts become text nodes, so nothing of an invoice is ever HTML. */
export function element(tag, attributes = {}, ...children) {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith('on')) created.addEventListener(name.slice(2), value);
    else created.setAttribute(name, value);
  created.append(...children);
  return created;
}

export function show(...children) {
  document.body.replaceChildren(element('main', {}, ...children));
}

/** `184500000`, `IRR` → `۱۸۴٬۵۰۰٬۰۰۰ ریال`. */
export function money(amount, currency, { language, numerals }) {
  const options = { numberingSystem: numerals, maximumFractionDigits: 20 };
  const digits = new Intl.NumberFormat(language, options).format(amount);
  const unit = language.startsWith('fa') && (currency ?? 'IRR') === 'IRR' ? 'ریال' : (currency ?? 'IRR');
  return `${digits}\u00a0${unit}`;
}

export function dueOn({ due_on: dueOn }) {
  return dueOn === null || dueOn === undefined ? '' : bridge.formatDate(dueOn, 'long');
}

/** The state of the proposal, with a class for its colour. */
export function stateOf({ proposal }, t) {
  const outcome = proposal?.outcome ?? 'none';
  return element('span', { class: `state ${outcome}` }, t.states[outcome] ?? outcome);
}

/** Shows what `load` returns, and a button to try again when it fails. */
export async function render(t, load) {
  try {
    show(...(await load()));
  } catch {
    show(
      element('p', { role: 'alert' }, t.failed),
      element('button', { type: 'button', onclick: () => void render(t, load) }, t.retry),
    );
  }
}
