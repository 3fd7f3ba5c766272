import type { ReactNode } from 'react';
import classes from './tile.module.css';

const tints = ['accent', 'info', 'violet', 'good', 'warn', 'bad'] as const;

/** The letter and tint that stand for a plugin without a picture of its own: always the same for the same id. */
export function Tile({ id, name, large = false }: { id: string; name: string; large?: boolean }): ReactNode {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
  return (
    <span
      aria-hidden="true"
      className={`${classes.tile} ${classes[tints[sum % tints.length]!]} ${large ? classes.large : ''}`}
    >
      {firstLetter(name)}
    </span>
  );
}

/** A name with a publisher is isolated from it by an invisible mark, which is no letter. */
const firstLetter = (name: string): string => /[^\u2066-\u2069]/u.exec(name)?.[0] ?? '';

export function Person({ name }: { name: string }): ReactNode {
  return (
    <span className={classes.person}>
      <span aria-hidden="true" className={classes.face}>
        {firstLetter(name)}
      </span>
      <PersonName name={name} />
    </span>
  );
}

/** A name on one line. One that is too long for that is cut at its end, and whole in the title. */
export function PersonName({ name }: { name: string }): ReactNode {
  return (
    <bdi className={classes.name} title={name}>
      {name}
    </bdi>
  );
}
