import type { ReactNode } from 'react';
import { Code, Tile, type Language } from '@kushk/ui';
import classes from './plugin-title.module.css';

type Names = Readonly<Record<string, unknown>>;

/** Returns the name of a plugin in the language of the page, else in any language, else its id. */
export function nameOf(names: Names, pluginId: string, language: Language): string {
  const found = names[language] ?? names['en'] ?? Object.values(names)[0];
  return typeof found === 'string' && found.trim() !== '' ? found : pluginId;
}

interface PluginTitleProps {
  readonly names: Names;
  readonly pluginId: string;
  readonly language: Language;
  /** Shown below the id on narrow screens only, where the table has no other columns. */
  readonly narrow?: ReactNode;
}

/** A plugin in the first column of a table: its letter, its name, its id. */
export function PluginTitle({ names, pluginId, language, narrow }: PluginTitleProps): ReactNode {
  const name = nameOf(names, pluginId, language);
  return (
    <span className={classes.plugin}>
      <Tile id={pluginId} name={name} />
      <span className={classes.names}>
        <bdi className={classes.name}>{name}</bdi>
        <Code soft>{pluginId}</Code>
        {narrow !== undefined && <span className={classes.narrow}>{narrow}</span>}
      </span>
    </span>
  );
}
