import { lazyRouteComponent } from '@tanstack/react-router';
import { pageFile } from '@kushk/ui';

/** The component of a route, of which the file is loaded when the page is opened. */
export function lazyPage<File extends object, Name extends keyof File & string>(load: () => Promise<File>, name: Name) {
  return lazyRouteComponent<File, Name>(pageFile(load), name);
}
