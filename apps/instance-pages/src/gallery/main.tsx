/**
 * `npm run gallery`: the components of libs/ui in states that the pages of a running system rarely show. For
 * development alone: no document of the application loads it, so no build contains it. `?part=dialogs` shows one part,
 * in the language and the theme of `&language=en` and `&theme=dark`.
 */
import '@kushk/ui/base.css';
import { QueryClient } from '@tanstack/react-query';
import { renderPages } from '@kushk/ui';
import { Gallery } from './gallery.js';

const parameters = new URLSearchParams(location.search);
const { documentElement } = document;
if (parameters.get('language') === 'en') Object.assign(documentElement, { lang: 'en', dir: 'ltr' });
documentElement.dataset['theme'] = parameters.get('theme') ?? 'auto';

void renderPages(Promise.resolve(<Gallery part={parameters.get('part')} />), {
  queries: new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
  texts: { fa: () => import('virtual:texts/fa'), en: () => import('virtual:texts/en') },
});
