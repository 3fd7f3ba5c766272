/** The texts of the page in the languages of the platform. */
const texts = {
  en: {
    all: 'Reminders',
    none: 'There are no reminders yet.',
    title: 'Title',
    when: 'When',
    inDays: (count) => (count === 1 ? 'tomorrow' : `in ${count} days`),
    add: 'Add',
    added: 'Proposed. It is in the calendar as soon as somebody applies the proposal.',
    failed: 'That did not work. Please try again.',
    'wallet.insufficient_balance': 'The MU of this plugin are used up. Ask your admin.',
    'auth.handle_invalid': 'Your session has changed. Please try again.',
    pending: 'waiting for a decision',
    applied: 'in the calendar',
    rejected: 'rejected',
  },
  fa: {
    all: 'یادآورها',
    none: 'هنوز یادآوری ندارید.',
    title: 'عنوان',
    when: 'زمان',
    inDays: (count) => (count === 1 ? 'فردا' : `${count.toLocaleString('fa')} روز دیگر`),
    add: 'افزودن',
    added: 'پیشنهاد شد. وقتی کسی آن را بپذیرد، به تقویم اضافه می‌شود.',
    failed: 'انجام نشد. دوباره تلاش کنید.',
    'wallet.insufficient_balance': 'MU این افزونه تمام شده است. به مدیر سازمان بگویید.',
    'auth.handle_invalid': 'نشست شما تغییر کرده است. دوباره تلاش کنید.',
    pending: 'در انتظار تصمیم',
    applied: 'در تقویم',
    rejected: 'ردشده',
  },
};

export function textsOf({ language }) {
  return language.startsWith('fa') ? texts.fa : texts.en;
}
