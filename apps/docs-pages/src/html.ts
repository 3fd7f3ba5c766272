/** Makes a text safe between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Code inside a line: always left to right, whatever the language around it. */
export function code(text: string): string {
  return `<code dir="ltr">${escapeHtml(text)}</code>`;
}

/** Escapes a text and turns its backticks into code. */
export function withCode(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? code(part) : escapeHtml(part)))
    .join('');
}

/** A table that scrolls by itself when it is wider than a phone, and that the keyboard can scroll. */
export function table(label: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]): string => row.map((cell) => `<td>${cell}</td>`).join('');
  return `<div class="table" role="region" tabindex="0" aria-label="${escapeHtml(label)}"><table><thead><tr>${head
    .map((cell) => `<th scope="col">${escapeHtml(cell)}</th>`)
    .join('')}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}</tbody></table></div>`;
}

/** The text of HTML of our own, for the search. */
export function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_match, digits: string) => String.fromCharCode(Number(digits)))
    .replace(/&(lt|gt|amp|quot);/g, (_match, name: string) => ({ lt: '<', gt: '>', amp: '&', quot: '"' })[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
