/** The Persian texts and help of the commands for reviewers (`review`) by their English source. */
export const PERSIAN_REVIEW: Readonly<Record<string, string>> = {
  '--limit is a whole number from 1 to {0}': '‎--limit عددی صحیح از ۱ تا {0} است',
  'there are more: raise --limit, or use --search':
    'موردهای بیشتری هست: ‎--limit را بزرگ‌تر کنید یا از ‎--search استفاده کنید',
  'no release waits': 'نسخه‌ای در انتظار نیست',
  'tier asked': 'سطح درخواستی',
  difference: 'تفاوت',
  age: 'انتظار',
  reviewer: 'بازبین',
  first: 'نخستین',
  '{0} h': '{0} ساعت',
  '{0} d': '{0} روز',
  'note of the publisher': 'یادداشت ناشر',
  'submitted by a CI job of {0}': 'فرستادهٔ یک کار CI از {0}',
  'the first release of this plugin': 'نخستین نسخهٔ این افزونه',
  'difference to {0}: {1}': 'تفاوت با {0}: {1}',
  'automatic checks': 'بررسی‌های خودکار',
  passed: 'درست',
  warning: 'هشدار',
  failed: 'نادرست',
  'not set': 'ندارد',
  'say what the publisher must change: --notes or --notes-file':
    'بنویسید ناشر چه چیزی را باید تغییر دهد: ‎--notes یا ‎--notes-file',
  'name the tier that {0} gets: --tier community, verified or private':
    'سطح {0} را بنویسید: ‎--tier با community، verified یا private',
  'nobody has taken {0}: "kushk review take {1}" takes it, then approve it with --tier':
    'کسی {0} را برنداشته است: «kushk review take {1}» آن را برمی‌دارد؛ بعد با ‎--tier تأییدش کنید',
  'next: "kushk review take {0}" takes it for review': 'گام بعدی: «kushk review take {0}» آن را برای بازبینی برمی‌دارد',
  'next: "kushk review approve {0} --tier TIER" with community, verified or private (--publish also publishes it), "kushk review reject {1} --notes TEXT", "kushk review request-changes {2} --notes TEXT", or "kushk review give-back {3}"':
    'گام بعدی: «kushk review approve {0} --tier TIER» با community، verified یا private (‎--publish آن را منتشر هم می‌کند)، «kushk review reject {1} --notes TEXT»، «kushk review request-changes {2} --notes TEXT» یا «kushk review give-back {3}»',
  'replaces {0}': 'جایگزین {0}',
  'replaced by {0}': 'جایش را {0} گرفته است',
  'the reviewer requests changes: "kushk release status {0} {1}" shows them':
    'بازبین اصلاح خواسته است: «kushk release status {0} {1}» آن را نشان می‌دهد',
  'answer with "kushk release comment", or submit another version with --replaces {0}':
    'با «kushk release comment» پاسخ دهید یا نسخهٔ دیگری را با ‎--replaces {0} بفرستید',
  'changes requested at {0}': 'درخواست اصلاح در {0}',
  'rejected at {0}': 'رد شده در {0}',
  'appeal at {0}': 'اعتراض در {0}',
  'the appeal waits for another reviewer than the one who rejected the release':
    'اعتراض منتظر بازبینی است جز کسی که نسخه را رد کرده',
  'write --comment as POINTER=TEXT, such as /scopes/cases.read=Why?':
    '‎--comment را به شکل POINTER=TEXT بنویسید، مثلاً ‎/scopes/cases.read=چرا؟',
  'the reviewer reads it with the release': 'بازبین آن را کنار نسخه می‌خواند',
  'another reviewer than the one who rejected it decides now':
    'حالا بازبین دیگری جز کسی که آن را رد کرده تصمیم می‌گیرد',
  'next: correct the manifest, raise version in it, and submit it again with "kushk release submit FILE", or "kushk release appeal {0} --text TEXT" once within 30 days':
    'گام بعدی: مانیفست را اصلاح کنید، version آن را بالا ببرید و با «kushk release submit FILE» دوباره بفرستید؛ یا تا ۳۰ روز، یک بار، با «kushk release appeal {0} --text TEXT» اعتراض کنید',
  'next: "kushk operator release publish {0}" publishes it to all instances; it needs the role operator':
    'گام بعدی: «kushk operator release publish {0}» آن را در همهٔ سامانه‌ها منتشر می‌کند و نقش operator می‌خواهد',

  // What a manifest asks for
  scopes: 'دسترسی‌ها',
  'plans (MU per unit)': 'طرح‌ها (MU برای هر واحد)',
  tools: 'ابزارها',
  events: 'رویدادها',
  'record types': 'نوع‌های رکورد',
  pages: 'صفحه‌ها',
  'its data goes to': 'داده‌ها می‌رود به',
  'runs here as': 'اینجا اجرا می‌شود با',
  'may reach': 'دسترسی شبکه به',
  nothing: 'هیچ‌جا',
};

export const PERSIAN_HELP_REVIEW: Readonly<Record<string, string>> = {
  'for reviewers: look at submitted releases and decide':
    'برای بازبین‌ها: دیدن نسخه‌های ارسال‌شده و تصمیم دربارهٔ آن‌ها',
  'list the releases that wait for a decision, oldest first': 'فهرست نسخه‌های در انتظار تصمیم، از قدیمی‌ترین',
  'only this status, also a decided one': 'فقط این وضعیت، حتی اگر تصمیم گرفته شده باشد',
  'name or id of the plugin, version or publisher': 'نام یا شناسهٔ افزونه، نسخه یا ناشر',
  'only what you have taken': 'فقط آنچه شما برداشته‌اید',
  'at most this many': 'حداکثر این تعداد',
  'show a release: note, difference, checks, and what it asks for':
    'نمایش یک نسخه: یادداشت، تفاوت‌ها، بررسی‌ها و آنچه می‌خواهد',
  'take a release, so that nobody else decides': 'برداشتن یک نسخه تا کس دیگری دربارهٔ آن تصمیم نگیرد',
  'return a release to the queue': 'برگرداندن نسخه به صف',
  'approve and sign a release that you have taken': 'تأیید و امضای نسخه‌ای که برداشته‌اید',
  'tier that it gets; required': 'سطحی که می‌گیرد؛ الزامی',
  'notes for the publisher': 'یادداشت برای ناشر',
  'also publish it to all instances': 'انتشار آن در همهٔ سامانه‌ها',
  'publish, suspend, resume and withdraw releases': 'انتشار، معلق کردن، از سر گرفتن و پس گرفتن نسخه‌ها',
  'publish an approved release to all instances': 'انتشار نسخهٔ تأییدشده در همهٔ سامانه‌ها',
  'stop a published release on all instances': 'معلق کردن نسخهٔ منتشرشده در همهٔ سامانه‌ها',
  'let a suspended release run again': 'از سر گرفتن نسخهٔ معلق',
  'end a release for ever: nobody can install it any more': 'پس گرفتن همیشگی نسخه: دیگر کسی نمی‌تواند آن را نصب کند',
  'reason, which the publisher reads': 'دلیل، که ناشر آن را می‌خواند',
  'ask the publisher of a release that you have taken for changes': 'درخواست اصلاح از ناشر نسخه‌ای که برداشته‌اید',
  'POINTER=TEXT: a comment on a place of the manifest, such as /scopes/cases.read; may be repeated':
    'POINTER=TEXT: نظر دربارهٔ جایی از مانیفست، مثلاً ‎/scopes/cases.read؛ تکرارپذیر',
  'answer the reviewer of a release': 'پاسخ به بازبین نسخه',
  'the comment': 'متن نظر',
  'place in the manifest, such as /scopes/cases.read': 'جایی از مانیفست، مثلاً ‎/scopes/cases.read',
  'appeal once against a rejection, within 30 days': 'اعتراض به رد نسخه، یک بار و تا ۳۰ روز',
  'why the rejection is wrong': 'چرا رد نسخه درست نیست',
  'version under review that this one replaces, which is withdrawn':
    'نسخهٔ در حال بررسی که این نسخه جایش را می‌گیرد و پس گرفته می‌شود',
  'reject a release that you have taken': 'رد نسخه‌ای که برداشته‌اید',
  'what the publisher must change': 'آنچه ناشر باید تغییر دهد',
};
