/** What the command palette finds: releases and publishers for the staff, plugins for the people of a publisher. */
import { operatorApi, portalApi, resultOf } from '@kushk/api-client';
import type { CommandGroup, Language, Texts } from '@kushk/ui';
import { nameOf } from './release/plugin-title.js';

interface SearchOptions {
  readonly t: Texts['t'];
  readonly language: Language;
  /** Whose pages of releases are opened; null for a person who is neither. */
  readonly staff: 'operator' | 'reviewer' | null;
  /** The publisher whose portal the person can open. */
  readonly publisher: string | null;
  readonly open: (href: string) => void;
}
interface Wanted {
  readonly q: string;
  readonly signal: AbortSignal;
}

const MOST_HITS = 8;
const part = encodeURIComponent;

export function searchHub(options: SearchOptions) {
  return (q: string, signal: AbortSignal): Promise<readonly CommandGroup[]> => {
    const { publisher, staff } = options;
    const wanted = { q, signal };
    return Promise.all([
      ...(staff === null ? [] : [releases(wanted, options)]),
      ...(staff === 'operator' ? [publishers(wanted, options)] : []),
      ...(publisher === null ? [] : [plugins(publisher, wanted, options)]),
    ]);
  };
}

async function releases({ q, signal }: Wanted, { t, language, staff, open }: SearchOptions): Promise<CommandGroup> {
  const query = { q, limit: MOST_HITS };
  const { items } = await resultOf(operatorApi.GET('/operator/v1/releases', { params: { query }, signal }));
  const pages = staff === 'operator' ? '/releases' : '/review';
  return {
    id: 'releases',
    title: t('search.releases'),
    commands: items.map(({ plugin_id, version, names }) => ({
      id: `${plugin_id}@${version}`,
      title: nameOf(names, plugin_id, language),
      note: `${plugin_id} ${version}`,
      run: () => open(`${pages}/${part(plugin_id)}/${part(version)}`),
    })),
  };
}

async function publishers({ q, signal }: Wanted, { t, open }: SearchOptions): Promise<CommandGroup> {
  const query = { q, limit: MOST_HITS };
  const { items } = await resultOf(operatorApi.GET('/operator/v1/publishers', { params: { query }, signal }));
  return {
    id: 'publishers',
    title: t('search.publishers'),
    commands: items.map(({ id, name }) => ({
      id,
      title: name,
      note: id,
      run: () => open(`/publishers/${part(id)}`),
    })),
  };
}

async function plugins(
  publisher_id: string,
  { q, signal }: Wanted,
  { t, language, open }: SearchOptions,
): Promise<CommandGroup> {
  const params = { path: { publisher_id }, query: { q, limit: MOST_HITS } };
  const { items } = await resultOf(
    portalApi.GET('/portal/v1/publishers/{publisher_id}/plugins/summaries', { params, signal }),
  );
  return {
    id: 'plugins',
    title: t('search.plugins'),
    commands: items.map(({ id, names }) => ({
      id,
      title: nameOf(names, id, language),
      note: id,
      run: () => open(`/portal/${part(publisher_id)}/plugins/${part(id)}`),
    })),
  };
}
