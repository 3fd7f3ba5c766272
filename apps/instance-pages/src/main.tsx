import '@kushk/ui/base.css';
import { chooseStoredOrganisation, startPages } from '@kushk/ui';
import { Pages, queries } from './pages.js';

void startPages(<Pages />, {
  queries,
  texts: { fa: () => import('virtual:texts/fa'), en: () => import('virtual:texts/en') },
  onSession: chooseStoredOrganisation,
});
