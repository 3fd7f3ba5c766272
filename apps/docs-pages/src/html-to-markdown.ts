/** Turns a page that is drawn from a JSON or YAML document into markdown (GitHub's, with tables). */
import TurndownService from 'turndown';

const converter = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' })
  .addRule('cell', { filter: ['th', 'td'], replacement: (content) => ` ${cellText(content)} |` })
  .addRule('row', { filter: 'tr', replacement: (content, row) => `\n|${content}${isHead(row) ? borderOf(row) : ''}` })
  .addRule('rows', { filter: ['thead', 'tbody'], replacement: (content) => content })
  .addRule('table', { filter: 'table', replacement: (content) => `\n\n${content}\n\n` })
  .addRule('lineInCell', { filter: (node) => node.nodeName === 'BR' && isInCell(node), replacement: () => '<br>' })
  .addRule('folded', { filter: ['details', 'summary'], replacement: (content) => `\n\n${content}\n\n` })
  .addRule('mark', { filter: 'small', replacement: (content) => `(${content})` });

/** Returns the page below a heading with its title. */
export function markdownOf({ title, html }: { readonly title: string; readonly html: string }): string {
  return `# ${title}\n\n${converter.turndown(html)}\n`;
}

/** A cell is one line, and `|` would end it, also in code. */
function cellText(content: string): string {
  return content
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');
}

const isHead = (row: Node): boolean => row.parentNode?.nodeName === 'THEAD';
const borderOf = (row: Node): string => `\n|${' --- |'.repeat(row.childNodes.length)}`;

function isInCell(node: Node): boolean {
  for (let parent = node.parentNode; parent !== null; parent = parent.parentNode)
    if (parent.nodeName === 'TD' || parent.nodeName === 'TH') return true;
  return false;
}
