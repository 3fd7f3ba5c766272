/** The page with all pictures: one row per screen, one column per language, theme and width. */

export interface Look {
  readonly language: 'fa' | 'en';
  readonly theme: 'light' | 'dark';
  readonly width: number;
}
export interface Picture {
  readonly role: 'hub' | 'instance' | 'gallery';
  readonly name: string;
  readonly look: Look;
  readonly file: string;
  /** What is wrong with the screen: violations of axe-core, overflow, errors in the console. */
  readonly problems: readonly string[];
}

const widths = [1280, 390];

export const looks: readonly Look[] = widths.flatMap((width) =>
  (['fa', 'en'] as const).flatMap((language) =>
    (['light', 'dark'] as const).map((theme) => ({ language, theme, width })),
  ),
);

/** `fa-light-390` */
export const nameOf = ({ language, theme, width }: Look): string => `${language}-${theme}-${width}`;

const style = `
  body { margin: 1rem; font: 14px system-ui, sans-serif; background: #ddd; }
  h2 { font: 600 14px ui-monospace, monospace; margin: 2rem 0 .5rem; }
  div { display: flex; gap: .75rem; align-items: start; overflow-x: auto; }
  figure { margin: 0; flex: none; }
  figcaption { font-size: 12px; color: #444; }
  img { display: block; border: 1px solid #999; background: #fff; }`;

/** Returns the HTML of the contact sheet. Each picture links to its file in full size. */
export function contactSheet(pictures: readonly Picture[]): string {
  const screens = [...new Set(pictures.map(({ role, name }) => `${role} ${name}`))].sort();
  const rows = screens.map((screen) => {
    const own = pictures.filter(({ role, name }) => `${role} ${name}` === screen);
    return `<h2 id="${encodeURIComponent(screen)}">${screen}</h2><div>${own.map(figure).join('')}</div>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Kushk: all screens</title><style>${style}</style>
<h1>${screens.length} screens, ${pictures.length} pictures</h1>${rows.join('\n')}\n`;
}

function figure({ file, look, problems }: Picture): string {
  const state = problems.length === 0 ? '' : `, ${problems.length} problems`;
  const caption = `${look.language}, ${look.theme}, ${look.width} px${state}`;
  const image = `<img loading="lazy" width="${look.width / 3}" src="${file}" alt="">`;
  return `<figure><a href="${file}">${image}</a><figcaption>${caption}</figcaption></figure>`;
}
