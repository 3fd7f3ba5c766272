import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MailboxPage as AnyMailboxPage } from '@kushk/ui';
import { mailsQuery } from './queries.js';

/** In development: the mails that would have been sent to people of the organisation. */
export const MailboxPage = (): ReactNode => <AnyMailboxPage query={useQuery(mailsQuery())} />;
