/**
 * The screens of both applications with their addresses, which need ids of a running system's demo. A screen is named
 * by its route. The test of accessibility fails when a route of the sources has no screen here.
 */

export interface Screen {
  readonly role: 'hub' | 'instance';
  /** The account of the local sign-in provider. */
  readonly as: string;
  /** The route, or the route and a state of its screen after a space. */
  readonly name: string;
  readonly path: string;
}

/** Reads a route of an API and returns its JSON. */
export interface ScreenSources {
  operator(path: string): Promise<unknown>;
  admin(path: string): Promise<unknown>;
}

interface Items<Item> {
  readonly items: readonly Item[];
}
interface Release {
  readonly plugin_id: string;
  readonly version: string;
  readonly publisher_id: string;
}
interface WithId {
  readonly id: string;
}
interface Installation {
  readonly installation_id: string;
  readonly plugin_id: string;
  readonly scopes_pending: readonly string[];
}

/** Routes without a screen: they lead to another page at once, or close their tab. */
export const routesWithoutScreen: readonly string[] = ['/signed-in', '/portal'];

export async function screensOf(sources: ScreenSources): Promise<readonly Screen[]> {
  return [...(await hubScreens(sources)), ...(await instanceScreens(sources))];
}

async function hubScreens({ operator }: ScreenSources): Promise<readonly Screen[]> {
  const list = async <Item>(path: string): Promise<readonly Item[]> => ((await operator(path)) as Items<Item>).items;
  const waiting = await list<Release>('/operator/v1/reviews?status=submitted&limit=1');
  const [published] = await list<Release>('/operator/v1/releases?status=published&limit=1');
  const publisher = await publisherOfDemo(list);
  const [own] = await list<Release>(`/operator/v1/releases?publisher_id=${publisher}&limit=1`);
  const review = waiting[0] ?? published;
  const of = (release: Release | undefined): string =>
    release === undefined ? 'none/0.0.0' : `${release.plugin_id}/${release.version}`;
  const screen = (as: string) => (name: string, path: string) => ({ role: 'hub' as const, as, name, path });
  const asReviewer = screen('reviewer');
  const asOperator = screen('operator');
  const asPublisher = screen('publisher');
  const portal = `/portal/${publisher}`;
  return [
    asOperator('/', '/'),
    asReviewer('/ of a reviewer', '/'),
    asReviewer('/review', '/review'),
    asReviewer('/review/$plugin/$version', `/review/${of(review)}`),
    asOperator('/publishers', '/publishers'),
    asOperator('/publishers/$publisher', `/publishers/${publisher}`),
    asOperator('/releases', '/releases'),
    asOperator('/releases/$plugin/$version', `/releases/${of(published)}`),
    asOperator('/instances', '/instances'),
    asOperator('/staff', '/staff'),
    asOperator('/notifications', '/notifications'),
    asOperator('/mailbox', '/mailbox'),
    asOperator('/usage', '/usage'),
    asOperator('/audit', '/audit'),
    asPublisher('/portal/$publisher', portal),
    asPublisher('/portal/$publisher/plugins', `${portal}/plugins`),
    asPublisher('/portal/$publisher/plugins/$plugin', `${portal}/plugins/${own?.plugin_id ?? 'none'}`),
    asPublisher('/portal/$publisher/plugins/$plugin/access', `${portal}/plugins/${own?.plugin_id ?? 'none'}/access`),
    asPublisher('/portal/$publisher/plugins/$plugin/$version', `${portal}/plugins/${of(own)}`),
    asPublisher('/portal/$publisher/plugins/submit', `${portal}/plugins/submit`),
    asPublisher('/portal/$publisher/usage', `${portal}/usage`),
    asPublisher('/portal/$publisher/keys', `${portal}/keys`),
    asPublisher('/portal/$publisher/people', `${portal}/people`),
    asPublisher('/portal/$publisher/notifications', `${portal}/notifications`),
    asOperator('/no/such/page', '/no/such/page'),
    asOperator('/docs', '/docs'),
    asOperator('/docs/first-plugin', '/docs/first-plugin'),
    asOperator('/docs/manifest', '/docs/manifest'),
    asOperator('/docs/api', '/docs/api/plugin/wallet'),
    asOperator('/docs/errors', '/docs/errors/auth.scope_missing'),
  ];
}

/** The subject of the demo's account `publisher` at the local provider. */
const publisherSubject = 'dev|publisher';

async function publisherOfDemo(list: <Item>(path: string) => Promise<readonly Item[]>): Promise<string> {
  const publishers = await list<WithId>('/operator/v1/publishers?limit=200');
  for (const { id } of publishers) {
    const members = await list<{ subject: string }>(`/operator/v1/publishers/${id}/members?limit=200`);
    if (members.some(({ subject }) => subject === publisherSubject)) return id;
  }
  return publishers[0]?.id ?? 'none';
}

async function instanceScreens({ admin }: ScreenSources): Promise<readonly Screen[]> {
  const list = async <Item>(path: string): Promise<readonly Item[]> =>
    ((await admin(`/instance/v1/${path}`)) as Items<Item>).items;
  const firstId = async (path: string): Promise<string> => (await list<WithId>(path))[0]?.id ?? 'none';
  const installations = await list<Installation>('installations?limit=200');
  const installation = installations[0]?.installation_id ?? 'none';
  const waiting = installations.find(({ scopes_pending: scopes }) => scopes.length > 0)?.installation_id;
  const installed = new Set(installations.map(({ plugin_id: plugin }) => plugin));
  const plugins = (await list<{ plugin_id: string }>('store?limit=200')).map(({ plugin_id: plugin }) => plugin);
  const fresh = plugins.find((plugin) => !installed.has(plugin)) ?? plugins[0] ?? 'none';
  const screen = (name: string, path = name): Screen => ({ role: 'instance', as: 'admin', name, path });
  return [
    screen('/'),
    screen('/inbox/{-$id}', '/inbox'),
    screen('/inbox/{-$id} proposal', `/inbox/${await firstId('proposals?status=pending&limit=1')}`),
    screen('/inbox/{-$id} source', `/inbox/${await firstId('sources?status=pending&limit=1')}`),
    ...['/cases', '/people', '/sessions', '/calendar', '/documents', '/memory'].map((path) => screen(path)),
    screen('/cases/$id', `/cases/${await firstId('cases?limit=1')}`),
    screen('/sessions/$id', `/sessions/${await firstId('sessions?limit=1')}`),
    screen('/documents/$id', `/documents/${await firstId('documents?limit=1')}`),
    screen('/search', `/search?q=${encodeURIComponent('خرید')}`),
    ...['/rules', '/audit', '/tools', '/store', '/installations', '/wallets'].map((path) => screen(path)),
    screen('/store/$plugin', `/store/${fresh}`),
    screen('/store/$plugin/install', `/store/${fresh}/install`),
    screen('/installations/$id', `/installations/${installation}`),
    ...['deliveries', 'wallet', 'tools', 'progress', 'settings'].map((part) =>
      screen(`/installations/$id/${part}`, `/installations/${installation}/${part}`),
    ),
    screen('/installations/$id/update', `/installations/${waiting ?? installation}/update`),
    screen('/apps/$installation', `/apps/${installation}`),
    ...['/organisations', '/staff', '/staff/audit'].map((path) => ({ ...screen(path), as: 'platform' })),
    screen('/notifications'),
    screen('/mailbox'),
    screen('/no/such/page'),
  ];
}
