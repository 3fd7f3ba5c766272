/** The Persian texts of `release submit|wait --oidc` by their English source. */
export const PERSIAN_OIDC: Readonly<Record<string, string>> = {
  '--trust and --audience need --oidc': '‎--trust و ‎--audience فقط با ‎--oidc به کار می‌روند',
  'use either --oidc or --key': 'یا ‎--oidc را به کار ببرید یا ‎--key را',
  '--until and --timeout need --wait': '‎--until و ‎--timeout فقط با ‎--wait به کار می‌روند',
  '--oidc needs --trust with the id (tru_…) that the operator of the hub gave you':
    '‎--oidc شناسهٔ اعتماد (‎tru_…) را که گردانندهٔ هاب داده است با ‎--trust می‌خواهد',
  'this job has no identity token, and --oidc uses no other credential':
    'این کار CI توکن هویت ندارد و ‎--oidc هیچ اعتبارنامهٔ دیگری به کار نمی‌برد',
  'GitHub: give the job "permissions: id-token: write"; Forgejo: give it "enable-openid-connect: true"; GitLab: give it "id_tokens: {0}: aud:" with the address of the hub; on your own machine use KUSHK_PUBLISHER_KEY without --oidc':
    'در GitHub به کار CI این را بدهید: «permissions: id-token: write»؛ در Forgejo: «enable-openid-connect: true»؛ در GitLab: «id_tokens: {0}: aud:» با نشانی هاب؛ روی رایانهٔ خودتان KUSHK_PUBLISHER_KEY را بدون ‎--oidc به کار ببرید',
  'the CI system gave no identity token: {0} did not reply': 'سامانهٔ CI توکن هویت نداد: {0} پاسخ نداد',
  'the CI system gave no identity token (HTTP {0})': 'سامانهٔ CI توکن هویت نداد (HTTP {0})',
  'run the job again; if it fails again, compare its permission for identity tokens with the documents of the CI system':
    'کار CI را دوباره اجرا کنید؛ اگر باز هم نشد، اجازهٔ آن برای توکن هویت را با مستندات سامانهٔ CI مقایسه کنید',
  'the token says iss {0}, aud {1}, sub {2}: compare them, and repository and branch, with the trust {3} ("kushk operator trust list PUBLISHER"). A token is exchanged once, and within ten minutes after its issue: a job of GitLab has one token, so it submits and waits with "release submit --wait". The log of the hub says why it was refused':
    'در توکن iss برابر {0}، aud برابر {1} و sub برابر {2} است: این‌ها و مخزن و شاخه را با اعتماد {3} مقایسه کنید («kushk operator trust list PUBLISHER»). هر توکن فقط یک بار و تا ده دقیقه پس از صدور تبدیل می‌شود: کار GitLab یک توکن دارد، پس ارسال و انتظار را با «release submit --wait» با هم انجام می‌دهد. دلیل رد شدن در لاگ هاب هست',
  'the key of this job ends, and its CI system gives a job one token: wait again in a later job':
    'کلید این کار به پایان می‌رسد و سامانهٔ CI به هر کار یک توکن می‌دهد: در کاری دیگر دوباره منتظر بمانید',
};
