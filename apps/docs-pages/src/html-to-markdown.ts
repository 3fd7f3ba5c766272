/**
 * Turns a page that is drawn from a JSON or YAML document into markdown. It reads the HTML of this application, not any
 * HTML: both forms of a page have the same source, and a tag that no page uses yet is an error.
 */

/** Inline tags without a counterpart that a program needs: direction, language, marks and colours. */
const PLAIN_TAGS = ['span', 'bdi', 'small', 'section', 'div', 'details', 'thead', 'tbody'];
const CODE_BLOCK = /<div class="code[^>]*><pre[^>]*><code>([\s\S]*?)<\/code><\/pre><\/div>/g;
const TABLE = /<div class="table"[^>]*><table>([\s\S]*?)<\/table><\/div>/g;

/** Returns the page below a heading with its title. Throws for a tag that is not known here. */
export function markdownOf({ title, html }: { readonly title: string; readonly html: string }): string {
  // Code keeps its lines and signs, so it is taken out until the rest is finished.
  const blocks: string[] = [];
  const withoutCode = html.replace(CODE_BLOCK, (_block, source: string) => {
    blocks.push(`\`\`\`\n${decoded(source.replace(/<[^>]*>/g, '')).trimEnd()}\n\`\`\``);
    return `\n\n\u0000${blocks.length - 1}\u0000\n\n`;
  });
  const text = withoutCode
    .replace(TABLE, (_table, rows: string) => `\n\n${markdownTable(rows)}\n\n`)
    .replace(/<h([2-6])[^>]*>([\s\S]*?)<\/h\1>/g, (_heading, depth: string, inner: string) => {
      return `\n\n${'#'.repeat(Number(depth))} ${inline(inner)}\n\n`;
    })
    .replace(/<(p|summary)\b[^>]*>([\s\S]*?)<\/\1>/g, (_paragraph, _tag, inner: string) => `\n\n${inline(inner)}\n\n`);
  const lines = decoded(withoutTags(text)).replace(/[ \t]+$/gm, '');
  const complete = lines.replace(/\u0000(\d+)\u0000/g, (_place, index: string) => blocks[Number(index)]!);
  return `# ${title}\n\n${complete.trim().replace(/\n{3,}/g, '\n\n')}\n`;
}

function markdownTable(html: string): string {
  const rows = [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) => inline(cell).replaceAll('|', '\\|')),
  );
  const [head = [], ...body] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [head, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`, ...body].join('\n');
}

/** One line. Its signs are decoded at the end, together with those of the rest. */
function inline(html: string): string {
  return withoutTags(
    html
      .replace(/<code[^>]*>([\s\S]*?)<\/code>/g, (_code, text: string) => `\`${text}\``)
      .replace(/<b>([\s\S]*?)<\/b>/g, '**$1**')
      .replace(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, '[$2]($1)')
      .replace(/<br>(?=<small)/g, ' ')
      .replace(/<br>/g, '. ')
      .replace(/ ?<small[^>]*>([\s\S]*?)<\/small>/g, ' ($1)'),
  )
    .replace(/\s+/g, ' ')
    .replace(/([.!?؟:]) *\. /g, '$1 ')
    .trim();
}

function withoutTags(html: string): string {
  return html.replace(/<\/?([a-z0-9]+)[^>]*>/g, (tag, name: string) => {
    if (!PLAIN_TAGS.includes(name)) throw new Error(`markdown of ${tag} is not known`);
    return '';
  });
}

function decoded(text: string): string {
  const names: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };
  return text.replace(/&(#?)(\w+);/g, (sign, mark: string, name: string) =>
    mark === '' ? (names[name] ?? sign) : String.fromCharCode(Number(name.replace(/^x/, '0x'))),
  );
}
