/**
 * The names by which the store is ordered, one for each language of the pages. PostgreSQL makes them from the manifest,
 * also for a process of the version before, so that a list does not read manifests, which have up to a megabyte.
 */
import { alphabeticalSql } from '@kushk/text-search';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A name that is missing is the one in another language, as on the pages, or the id. */
function nameKey(language: 'en' | 'fa'): string {
  const names = [language, 'en', 'fa'].map((one) => `manifest->'names'->>'${one}'`);
  const name = `coalesce(${names.join(', ')}, plugin_id)`;
  return `add column name_${language} text collate "C" not null generated always as (
    left(${alphabeticalSql(`left(${name}, 100)`)}, 100)) stored`;
}

export class NamesInOrder0015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table release_manifests ${nameKey('en')}, ${nameKey('fa')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table release_manifests drop column name_en, drop column name_fa');
  }
}
