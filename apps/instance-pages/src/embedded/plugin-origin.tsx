import type { ReactNode } from 'react';
import { Code, Tile } from '@kushk/ui';
import classes from './plugin-dialog.module.css';

/** Who asks, and from where: shown in each dialog that a plugin requested. */
export interface Plugin {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
}

export function PluginOrigin({ plugin: { id, name, origin } }: { plugin: Plugin }): ReactNode {
  return (
    <div className={classes.plugin}>
      <Tile id={id} name={name} />
      <span>
        <b>
          <bdi>{name}</bdi>
        </b>
        <Code soft breaks>
          {new URL(origin).host}
        </Code>
      </span>
    </div>
  );
}

/** A text of the plugin, quoted, so that it is not taken for a text of Kushk. */
export function PluginText({ children }: { children: readonly (string | null)[] }): ReactNode {
  const texts = children.filter((text) => text !== null);
  if (texts.length === 0) return null;
  return (
    <blockquote className={classes.quote}>
      {texts.map((text, at) => (
        <p key={at} dir="auto">
          {text}
        </p>
      ))}
    </blockquote>
  );
}
