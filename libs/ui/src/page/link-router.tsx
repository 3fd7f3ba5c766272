import { createContext, type ReactNode } from 'react';
import { RouterProvider } from 'react-aria-components';

/** Opens an address of this application. */
export const NavigateContext = createContext<(href: string) => void>((href) => location.assign(href));

interface LinkRouterProps {
  readonly navigate: (href: string) => void;
  readonly children: ReactNode;
}

/** Gives the application's router to links of React Aria and to rows of tables. */
export function LinkRouter({ navigate, children }: LinkRouterProps): ReactNode {
  return (
    <NavigateContext value={navigate}>
      <RouterProvider navigate={navigate}>{children}</RouterProvider>
    </NavigateContext>
  );
}
