/** The provider's pages for signing out, and for requests that cannot be continued. */
import { page, SUBMIT_SCRIPT, type Language } from './page-layout.js';

const texts = {
  fa: {
    signOut: 'خروج از کوشک',
    question: 'از همهٔ صفحه‌های کوشک در این مرورگر خارج می‌شوید؟',
    yes: 'خارج می‌شوم',
    no: 'فعلاً می‌مانم',
    done: 'خارج شدید',
    doneDetail: 'برای ورود دوباره، صفحه‌ای را که می‌خواهید باز کنید.',
    expired: 'این ورود قابل ادامه نیست',
    expiredDetail: 'زمان آن گذشته یا نشانی‌اش ناقص است. به صفحهٔ کوشک برگردید و دوباره وارد شوید.',
  },
  en: {
    signOut: 'Sign out of Kushk',
    question: 'Do you want to sign out of all pages of Kushk in this browser?',
    yes: 'Sign out',
    no: 'Stay signed in',
    done: 'You are signed out',
    doneDetail: 'To sign in again, open the page that you want to use.',
    expired: 'This sign-in cannot be continued',
    expiredDetail: 'It has expired, or its address is incomplete. Go back to Kushk and sign in again.',
  },
} as const;

/**
 * Renders the page that signs out. `form` is the provider's form. With `isConfirmed`, it is sent at once: the person
 * has just chosen to sign out, which the ID token of the session shows. Otherwise the person is asked, so that no other
 * site can sign anybody out.
 */
export function signOutPage(
  language: Language,
  { form, isConfirmed }: { readonly form: string; readonly isConfirmed: boolean },
): string {
  const text = texts[language];
  const confirmed = form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>');
  const body = isConfirmed
    ? `<h1>${text.signOut}</h1>${confirmed}<button form="op.logoutForm">${text.yes}</button><script>${SUBMIT_SCRIPT}</script>`
    : `<h1>${text.signOut}</h1><p>${text.question}</p>${form}<button autofocus form="op.logoutForm" name="logout" value="yes">${text.yes}</button><button class="second" form="op.logoutForm">${text.no}</button>`;
  return page(language, { title: text.signOut, body });
}

export function signedOutPage(language: Language): string {
  const text = texts[language];
  return page(language, { title: text.done, body: `<h1>${text.done}</h1><p>${text.doneDetail}</p>` });
}

export function expiredPage(language: Language): string {
  const text = texts[language];
  return page(language, {
    title: text.expired,
    body: `<h1>${text.expired}</h1><p>${text.expiredDetail}</p>`,
  });
}
