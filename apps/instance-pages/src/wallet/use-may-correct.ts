import { usePurchaseKinds } from '../store/install/use-purchase-kinds.js';

/** Whether the person may revoke MU and give consumption back: those who may enter purchases. */
export const useMayCorrect = (): boolean => usePurchaseKinds().includes('purchase');
