import { describe, expect, it } from '@jest/globals';
import { pagesOf } from './early-loads.js';

const routes = `
const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyPage(() => import('./home-page.js'), 'HomePage'),
});
export const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cases',
  component: lazyPage(() => import('./cases-page.js'), 'CasesPage'),
});
export const publisher = createRoute({
  getParentRoute: () => rootRoute,
  path: '/portal/$publisher',
  component: lazyPage(() => import('./publisher-pages.js'), 'PublisherPages'),
});
export const first = createRoute({
  getParentRoute: () => publisher,
  path: '/',
  component: lazyPage(() => import('./first-page.js'), 'FirstPage'),
});
export const keys = createRoute({
  getParentRoute: () => publisher,
  path: '/keys/{-$id}',
  component: lazyPage(() => import('./keys-page.js'), 'KeysPage'),
});
const newKey = createRoute({
  getParentRoute: () => publisher,
  path: '/keys/new',
  component: lazyPage(() => import('./new-key-page.js'), 'NewKeyPage'),
});
`;

describe('the pages that a document loads early', () => {
  it('are found by the paths of the routes, with those of the routes above', () => {
    const pages = pagesOf(routes);
    const modulesAt = (path: string) => pages.find(({ pattern }) => new RegExp(pattern).test(path))?.modules;
    expect(modulesAt('/')).toEqual(['./home-page.js']);
    expect(modulesAt('/cases')).toEqual(['./cases-page.js']);
    expect(modulesAt('/cases/1')).toBeUndefined();
    expect(modulesAt('/portal/acme')).toEqual(['./publisher-pages.js', './first-page.js']);
    expect(modulesAt('/portal/acme/keys')).toEqual(['./publisher-pages.js', './keys-page.js']);
    expect(modulesAt('/portal/acme/keys/new')).toEqual(['./publisher-pages.js', './new-key-page.js']);
    expect(modulesAt('/portal/acme/keys/1')).toEqual(['./publisher-pages.js', './keys-page.js']);
  });
});
