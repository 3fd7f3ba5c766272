/**
 * Rows in the text format of `copy … from stdin`. PostgreSQL reads them and writes them to the table in a fraction of
 * the time that it takes for `insert`, and JSON needs no escapes besides those of its backslashes.
 */
const SPECIAL = /[\\\t\n\r]/;

/** A tab in a value becomes `\t`, a backslash two, and null becomes `\N`. */
export function copyText(rows: readonly (readonly (string | null)[])[]): string {
  let text = '';
  for (const row of rows) text += `${row.map(field).join('\t')}\n`;
  return text;
}

function field(value: string | null): string {
  if (value === null) return '\\N';
  if (!SPECIAL.test(value)) return value;
  return value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}
