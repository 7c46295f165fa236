/** The fragment of a return address that holds the receipt: `#sign_session_receipt=…`. */
export const RECEIPT_FRAGMENT = 'sign_session_receipt';
