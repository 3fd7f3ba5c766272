import { createContext } from 'react';

/** Whether to stay. `isTraversal`: the person goes back or forward, and did not follow a link. */
export type ShouldStay = (isTraversal: boolean) => boolean | Promise<boolean>;
/** Asks before the page is left. The returned function ends this. */
export type Block = (shouldStay: ShouldStay) => () => void;

interface Move {
  readonly action: string;
  readonly currentLocation: { readonly pathname: string };
  readonly nextLocation: { readonly pathname: string };
}
/** The part of the router's history that can stop a navigation. */
export interface BlockableHistory {
  readonly block: (blocker: { readonly blockerFn: (move: Move) => boolean | Promise<boolean> }) => () => void;
}

/** Filters and tabs change the address within a page, which keeps what is typed. */
export const blockOf =
  ({ block }: BlockableHistory): Block =>
  (shouldStay) =>
    block({
      blockerFn: ({ action, currentLocation, nextLocation }) =>
        currentLocation.pathname !== nextLocation.pathname && shouldStay(action !== 'PUSH' && action !== 'REPLACE'),
    });

/** Without a router, only the browser itself can ask. */
const blockUnload: Block = () => {
  const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
  addEventListener('beforeunload', onUnload);
  return () => removeEventListener('beforeunload', onUnload);
};

export const BlockContext = createContext<Block>(blockUnload);
