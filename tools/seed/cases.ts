/**
 * Cases of a small trading company that waits for invoices from its suppliers. The sample plugin assigns an invoice
 * to a case by the invoice number.
 */

export interface DemoCase {
  readonly title: string;
  readonly description: string;
  readonly due_on: string | null;
}

/** Returns the invoice number that a case waits for, from the end of the case's title. */
export function numberOf(title: string): string {
  return title.split(' ').at(-1) ?? title;
}

export const cases: readonly DemoCase[] = [
  {
    title: 'خرید کاغذ و ملزومات اداری — فاکتور ۱۴۰۵-۱۰۲۴',
    description: 'سفارش سه‌ماههٔ پاییز از پخش نوین؛ فاکتور هنوز دریافت نشده است.',
    due_on: '2026-12-15',
  },
  {
    title: 'اجارهٔ انبار شهریار — فاکتور ۱۴۰۵-۱۱۰۷',
    description: 'اجارهٔ آبان؛ پس از دریافت فاکتور پرداخت می‌شود.',
    due_on: '2026-12-05',
  },
  { title: 'تعمیر و نگهداری آسانسور — فاکتور ۱۴۰۵-۰۹۸۸', description: 'سرویس سالانه طبق قرارداد.', due_on: null },
  { title: 'حمل بار تهران–تبریز — فاکتور ۱۴۰۵-۱۱۳۱', description: 'دو سرویس حمل در آبان.', due_on: '2026-12-20' },
  {
    title: 'خرید تجهیزات شبکه — فاکتور INV-2026-0417',
    description: 'سوییچ و کابل برای دفتر مرکزی.',
    due_on: '2026-12-10',
  },
];
