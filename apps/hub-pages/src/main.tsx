import '@kushk/ui/base.css';
import { startPages } from '@kushk/ui';
import { Pages } from './pages.js';

await startPages(<Pages />, { fa: () => import('virtual:texts/fa'), en: () => import('virtual:texts/en') });
