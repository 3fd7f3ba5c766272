/** The Persian texts about the calls of a plugin and the states that it must survive, by their English source. */
export const PERSIAN_CALLS: Readonly<Record<string, string>> = {
  'a redirect is not followed, so no function of the tool ran: answer at exactly this address; often a slash is missing, or a login page or a proxy is in front of it':
    'تغییر مسیر دنبال نمی‌شود، پس هیچ تابعی از ابزار اجرا نشده است: در همین نشانی پاسخ دهید؛ اغلب یک ممیز جا افتاده، یا صفحهٔ ورود یا پراکسی جلوی آن است',
  'the next attempt is at {0}; "kushk store resend {1}" makes it at once':
    'تلاش بعدی ساعت {0} است؛ «kushk store resend {1}» همین حالا می‌فرستد',
  '{0} was not sent: {1} fails and holds back the events after it; correct the plugin, then "kushk store resend {2}" sends them':
    '{0} فرستاده نشد: {1} خطا می‌دهد و رویدادهای بعدی منتظرش می‌مانند؛ افزونه را اصلاح کنید، سپس «kushk store resend {2}» آن‌ها را می‌فرستد',
  'the plugin has answered 410: nothing is sent until "kushk store resume-deliveries {0}"':
    'افزونه 410 پاسخ داده است: تا «kushk store resume-deliveries {0}» چیزی فرستاده نمی‌شود',
  'the plugin answered: {0}': 'پاسخ افزونه: {0}',
  'no call {0} among the newest ones: "kushk dev logs" shows them with their ids':
    'فراخوانی {0} میان تازه‌ترین‌ها نیست: «kushk dev logs» آن‌ها را با شناسه نشان می‌دهد',
  'at most 24h, not {0}': 'حداکثر 24h، نه {0}',
  'what waits is sent by and by; "kushk store resume-deliveries {0}" sends it at once':
    'آنچه منتظر است به‌تدریج فرستاده می‌شود؛ «kushk store resume-deliveries {0}» همین حالا می‌فرستد',
  'the plugin is called again': 'افزونه دوباره فراخوانی می‌شود',
  'until {0} no call reaches the plugin; "kushk dev down 0" ends it':
    'تا ساعت {0} هیچ فراخوانی به افزونه نمی‌رسد؛ «kushk dev down 0» به آن پایان می‌دهد',
  'the terminal of "kushk dev" says when it has ended': 'ترمینال «kushk dev» پایانش را اعلام می‌کند',
  'the tools of the plugin are called again': 'ابزارهای افزونه دوباره فراخوانی می‌شوند',
  'until {0} no tool of the plugin is called; "kushk dev down 0" ends it':
    'تا ساعت {0} هیچ ابزاری از افزونه فراخوانی نمی‌شود؛ «kushk dev down 0» به آن پایان می‌دهد',
  'the plugin polls, so its events are not affected: end its process to see what it does after an outage':
    'افزونه رویدادهایش را خودش می‌پرسد و از این اثر نمی‌گیرد: برای دیدن رفتارش پس از قطعی، برنامه‌اش را ببندید',
  'it is queued and not tried yet: "kushk dev logs" shows when it is':
    'در صف است و هنوز فرستاده نشده: «kushk dev logs» زمان فرستادنش را نشان می‌دهد',
  '"kushk dev logs" shows what the plugin proposes and brings in, and what the API answers':
    '«kushk dev logs» نشان می‌دهد افزونه چه پیشنهاد داده یا آورده و API چه پاسخی داده است',
  'no proposal of the plugin was applied': 'هیچ پیشنهادی از افزونه اعمال نشده است',
  undone: 'برگردانده شد',
  'plugin.proposal.undone tells the plugin; "kushk dev logs" shows its answer':
    'افزونه با plugin.proposal.undone باخبر می‌شود؛ «kushk dev logs» پاسخش را نشان می‌دهد',
  '{0} was not sent: events of the manifest does not list it. If the plugin needs it, write there: {1}':
    '{0} فرستاده نشد، چون events مانیفست آن را ندارد. اگر افزونه لازمش دارد آنجا بنویسید: {1}',
  'proposals and sources of {0} that still wait: {1}. People can settle them, no event reports it, and what the plugin proposes again stands beside them; "kushk dev reject --all --installation {2}" rejects the proposals':
    'پیشنهادها و منبع‌های {0} که هنوز منتظرند: {1}. دربارهٔ آن‌ها می‌شود تصمیم گرفت و رویدادی خبرش را نمی‌دهد؛ پیشنهاد دوبارهٔ افزونه هم کنارشان می‌ماند. «kushk dev reject --all --installation {2}» پیشنهادها را رد می‌کند',
  'proposals and sources that wait for a decision: {0}; they stay in the inbox, where people can still settle them, and no event reports that':
    'پیشنهادها و منبع‌های منتظر تصمیم: {0}؛ در صندوق ورودی می‌مانند، هنوز می‌شود دربارهٔ آن‌ها تصمیم گرفت و رویدادی خبرش را نمی‌دهد',
  'the installation is removed, so no event tells the plugin': 'نصب حذف شده است، پس رویدادی به افزونه نمی‌رسد',
  '{0} waits for the next poll of the plugin; "kushk dev logs" shows what the plugin then does':
    '{0} منتظر پرسش بعدی افزونه است؛ بعد از آن «kushk dev logs» کار افزونه را نشان می‌دهد',
  '{0} is sent to the plugin; "kushk dev logs" shows its answer and what it does':
    '{0} برای افزونه فرستاده می‌شود؛ «kushk dev logs» پاسخ و کارش را نشان می‌دهد',
  'next: "kushk dev {0} {1}", {2}; waiting: {3}': 'گام بعد: «kushk dev {0} {1}»، {2}؛ در انتظار: {3}',
  'no rejected proposal of the plugin lacks a reason': 'هیچ پیشنهاد ردشدهٔ افزونه بی‌دلیل نمانده است',
  'the reason is added; "plugin.proposal.settled" comes again with revision {0}':
    'دلیل ثبت شد؛ «plugin.proposal.settled» دوباره با revision {0} می‌رسد',
  'lost for ever: {0} MU that were a gift': 'برای همیشه از دست می‌رود: {0} MU هدیه',
  'kept for the next installation: {0} purchased MU': 'برای نصب بعدی می‌ماند: {0} MU خریداری‌شده',
  'lost for ever: {0} records of the plugin': 'برای همیشه از دست می‌رود: {0} رکورد افزونه',
  'lost for ever: {0} records of the plugin or more': 'برای همیشه از دست می‌رود: {0} رکورد افزونه یا بیشتر',
  'the calls to {0} are resumed: what waits is sent now, the oldest first':
    'فراخوانی‌های {0} از سر گرفته شد: آنچه منتظر است همین حالا، از قدیمی‌ترین، فرستاده می‌شود',
  'a plugin that answers 410 again is stopped again; while it cannot work, it answers 503':
    'افزونه‌ای که باز 410 بدهد باز متوقف می‌شود؛ تا وقتی نمی‌تواند کار کند باید 503 بدهد',
  'next: "kushk dev logs" shows the answers in development; "kushk store installed" shows whether the plugin accepts its calls':
    'گام بعد: «kushk dev logs» هنگام توسعه پاسخ‌ها را نشان می‌دهد؛ «kushk store installed» می‌گوید افزونه فراخوانی‌هایش را می‌پذیرد یا نه',
  'next: the plugin has answered 410, or the attempts have ended; when that is corrected, "kushk store resume-deliveries {0}" sends the calls again':
    'گام بعد: افزونه 410 پاسخ داده یا تلاش‌ها تمام شده است؛ پس از اصلاح، «kushk store resume-deliveries {0}» فراخوانی‌ها را دوباره می‌فرستد',
  'next: start the plugin at the base_url of its manifest; then "kushk store resend {0}" sends the calls again at once':
    'گام بعد: افزونه را در base_url مانیفستش اجرا کنید؛ سپس «kushk store resend {0}» فراخوانی‌ها را همان دم دوباره می‌فرستد',
  'closed at': 'زمان بسته‌شدن',
  'no month is closed yet in which a plugin of yours was installed':
    'هنوز ماهی که افزونه‌ای از شما در آن نصب بوده بسته نشده است',
  '"kushk usage statement {0}" downloads one and verifies it':
    '«kushk usage statement {0}» یکی را دریافت و امضایش را بررسی می‌کند',
  'no bodies: both are empty, or not kept any more': 'بدون بدنه: هر دو خالی‌اند یا دیگر نگه داشته نشده‌اند',
  'nothing was sent: "kushk dev down" makes the plugin unreachable':
    'چیزی فرستاده نشد: «kushk dev down» افزونه را از دسترس خارج کرده است',
  '{0} redirect to {1}: it is not followed, and no function of the plugin ran':
    '{0} تغییر مسیر به {1}: دنبال نمی‌شود و هیچ تابعی از افزونه اجرا نشده است',
  '{0} {1}: not {"content": …} as JSON': '{0} {1}: پاسخ JSON به شکل {"content": …} نیست',
  '{0}: more than 1 MiB': '{0}: بیش از ۱ مگابایت',
};
