/** Finds the migrations of a service in its folder, so that adding a file is enough to add a migration. */
import { readdir } from 'node:fs/promises';
import type { MigrationInterface } from 'typeorm';

export type MigrationClass = new () => MigrationInterface;

/** `0001-views.ts`; in a built service `0001-views.js`, next to its source map. */
const fileName = /^(?<number>\d{4})-(?<name>[a-z0-9-]+)\.(ts|js)$/;
const ignoredFile = /\.(map|d\.ts)$/;
/**
 * TypeORM orders migrations by the 13-digit timestamp at the end of their names. This value sorts after the log's own
 * migrations.
 */
const firstTimestamp = 1_763_600_001_000;

/**
 * Loads the migrations of a folder in numerical order. Each file exports one class with `up` and `down`. The
 * migration's name in the table `migrations` comes from the file name, so a released file must not be renamed.
 */
export async function loadMigrations(folder: URL): Promise<MigrationClass[]> {
  const found = new Map<number, MigrationClass>();
  for (const file of (await readdir(folder)).filter((name) => !ignoredFile.test(name)).sort()) {
    const { number, name } = fileName.exec(file)?.groups ?? {};
    if (number === undefined || name === undefined)
      throw new TypeError(`${file} is no migration: expected a name such as 0001-views.ts`);
    if (found.has(Number(number))) throw new TypeError(`two migrations have the number ${number}`);
    const migration = migrationOf(file, (await import(new URL(file, folder).href)) as object);
    found.set(Number(number), named(migration, `${name}-${firstTimestamp + Number(number)}`));
  }
  return [...found.values()];
}

function migrationOf(file: string, exports: object): MigrationClass {
  const classes = Object.values(exports).filter(isMigration);
  const [only] = classes;
  if (only === undefined || classes.length > 1)
    throw new TypeError(`${file} exports ${classes.length} migrations instead of one`);
  return only;
}

function isMigration(value: unknown): value is MigrationClass {
  const prototype = typeof value === 'function' ? (value.prototype as Partial<MigrationInterface>) : undefined;
  return typeof prototype?.up === 'function' && typeof prototype.down === 'function';
}

function named(Migration: MigrationClass, name: string): MigrationClass {
  return class extends Migration {
    override name = name;
  };
}
