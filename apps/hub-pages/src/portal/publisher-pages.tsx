import { Outlet, useParams } from '@tanstack/react-router';
import { createContext, use, type ReactNode } from 'react';
import { NotFoundPage, useSession } from '@kushk/ui';

interface Publisher {
  readonly id: string;
  readonly name: string;
}

const PublisherContext = createContext<Publisher | null>(null);

/** The pages of the publisher in the address. A publisher that the person does not belong to is like an absent one. */
export function PublisherPages(): ReactNode {
  const { publisher } = useParams({ from: '/portal/$publisher' });
  const found = useSession().publishers.find(({ id }) => id === publisher);
  if (found === undefined) return <NotFoundPage />;
  return (
    <PublisherContext value={found}>
      <Outlet key={found.id} />
    </PublisherContext>
  );
}

/** The publisher of the open pages. */
export function usePublisher(): Publisher {
  const publisher = use(PublisherContext);
  if (publisher === null) throw new Error('this page belongs to no publisher');
  return publisher;
}
