import { createContext, useMemo, type ReactNode } from 'react';
import { RouterProvider } from 'react-aria-components';
import { BlockContext, blockOf, type BlockableHistory } from '../unsaved/block.js';

/** Opens an address of this application. */
export const NavigateContext = createContext<(href: string) => void>((href) => location.assign(href));

interface LinkRouterProps {
  readonly navigate: (href: string) => void;
  readonly history: BlockableHistory;
  readonly children: ReactNode;
}

/** Gives the application's router to links of React Aria, to rows of tables and to what guards typed text. */
export function LinkRouter({ navigate, history, children }: LinkRouterProps): ReactNode {
  const block = useMemo(() => blockOf(history), [history]);
  return (
    <NavigateContext value={navigate}>
      <BlockContext value={block}>
        <RouterProvider navigate={navigate}>{children}</RouterProvider>
      </BlockContext>
    </NavigateContext>
  );
}
