import { accounts } from './accounts.js';

const style = `
  :root { color-scheme: light dark; font: 16px/1.7 system-ui, sans-serif; }
  body { display: grid; place-items: center; min-height: 100vh; margin: 0; }
  form { display: grid; gap: .75rem; width: min(22rem, 90vw); }
  h1 { font-size: 1.25rem; margin: 0; }
  label { display: grid; gap: .25rem; }
  input, select, button { font: inherit; padding: .5rem .75rem; border: 1px solid GrayText; border-radius: .5rem; background: Field; color: FieldText; }
  button { background: AccentColor; color: AccentColorText; border: 0; cursor: pointer; }
  [role=alert] { color: #c0392b; margin: 0; }`;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** HTTP headers with a content security policy: the page may only submit its form. */
export const loginPageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

/** Renders the demo's sign-in page. `failed` is true after a wrong password. */
export function loginPage(action: string, failed: boolean): string {
  const options = accounts.map(
    (one) => `<option value="${escape(one.username)}">${escape(one.name)} (${escape(one.username)})</option>`,
  );
  return `<!doctype html>
<html lang="fa" dir="rtl">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>ورود به کوشک</title>
<style>${style}</style>
<form method="post" action="${escape(action)}">
  <h1>ورود به کوشک <small lang="en" dir="ltr">Sign in</small></h1>
  ${failed ? '<p role="alert">رمز عبور اشتباه است. <span lang="en" dir="ltr">Wrong password.</span></p>' : ''}
  <label>حساب کاربری<select name="username" autofocus>${options.join('')}</select></label>
  <label>رمز عبور<input name="password" type="password" autocomplete="current-password" required></label>
  <button>ورود</button>
</form>
</html>`;
}
