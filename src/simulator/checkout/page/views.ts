import { describeCode } from '../../../catalogue/describe-code.ts'
import { paymentCodes } from '../../../catalogue/payment-codes.ts'
import { type Html, html } from '../../../text/html/html.ts'
import { type Bill, type PaymentMethod, statusOf, type Transaction } from '../../world/world.ts'

/** What a page shows: everything that a view needs. */
export interface Shown {
  readonly bill: Bill
  /** The last try; undefined before the first. */
  readonly last: Transaction | undefined
  readonly currency: string
}

/** The page of an invoice, as it stands now. */
export function pageOf(shown: Shown): Html {
  const { bill, last } = shown
  if (bill.state === 'paid') return endView(shown, 'Paid', 'Thank you. The shop has been told.', bill.returnUrl)
  if (bill.state === 'cancelled') return endView(shown, 'Cancelled', 'Nothing was paid.', bill.cancellationUrl)
  return last !== undefined && statusOf(last) === 'Pending' ? pendingView(shown, last) : payView(shown, last)
}

/** Whoever goes away before paying sees this last. */
export function leftView(shown: Shown): Html {
  return frame(
    'You left',
    html`${head(shown)}<p>Nothing was begun, so nobody is told. The invoice stays open.</p><p><a href="?">Come back</a></p>`,
  )
}

/** Where there is no invoice. */
export function missingView(): Html {
  return frame(
    'No such invoice',
    html`<h1>No such invoice</h1><p>Create one with POST /checkout, and open the checkoutUrl of the answer.</p>`,
  )
}

function payView(shown: Shown, last: Transaction | undefined): Html {
  const problem =
    last === undefined ? '' : html`<p class="problem" role="alert">The last try ended: ${inWords(last)}</p>`
  return frame(
    'Pay',
    html`${head(shown)}${problem}
<form method="post">
<fieldset><legend>Pay by</legend>${methods.map(methodChoice)}</fieldset>
<label>Phone <input name="mobile" type="tel" autocomplete="off" value="${shown.bill.payee?.mobile ?? '+233000000000'}" maxlength="40"></label>
<label>What happens <select name="outcome">
<option value="">It is paid (or a magic number)</option>
<option value="hangs">The prompt isn't answered</option>
${failures.map(({ code, meaning }) => html`<option value="${code}">${code}: ${meaning}</option>`)}
</select></label>
<p class="buttons"><button name="do" value="pay" class="main">Pay ${amountOf(shown)}</button>
<button name="do" value="cancel">Cancel</button> <button name="do" value="leave">Leave</button></p>
</form>`,
  )
}

function pendingView(shown: Shown, last: Transaction): Html {
  const why =
    last.code === null
      ? `The phone${last.mobile === null ? '' : ` ${last.mobile}`} shows a prompt, and waits for its owner.`
      : inWords(last)
  return frame(
    'Waiting',
    html`${head(shown)}<p class="waiting" role="status">${why}</p>
<form method="post">
<p class="buttons"><button name="do" value="approve" class="main">Approve on the phone</button>
<button name="do" value="refuse">Refuse</button> <a href="?">Look again</a></p>
</form>`,
  )
}

function endView(shown: Shown, title: string, sentence: string, url: string | null): Html {
  const back = url === null ? '' : html`<p><a href="${url}">Back to the shop</a></p>`
  return frame(title, html`${head(shown)}<p class="done" role="status">${title}. ${sentence}</p>${back}`)
}

function head(shown: Shown): Html {
  const { bill } = shown
  return html`<p class="sign">Simulated: no money moves</p><h1>${amountOf(shown)}</h1>
<p class="what">${bill.description}</p>${payeeOf(bill)}<p class="reference">Reference ${bill.reference ?? bill.id}</p>`
}

function payeeOf({ payee }: Bill): Html | string {
  const known = [payee?.name, payee?.email].filter((text) => typeof text === 'string').join(', ')
  return known === '' ? '' : html`<p class="payee">For ${known}</p>`
}

function methodChoice(method: PaymentMethod, at: number): Html {
  const checked = at === 0 ? html` checked` : ''
  return html`<label class="choice"><input type="radio" name="method" value="${method}"${checked}> ${methodNames[method]}</label>`
}

function amountOf({ bill, currency }: Shown): string {
  return `${currency} ${bill.amount.toLocaleString('en', { minimumFractionDigits: 2 })}`
}

function inWords({ code, cycle }: Transaction): string {
  return `${code ?? cycle.at(-1)?.status}: ${describeCode(code ?? '')?.meaning ?? 'no meaning is known'}`
}

function frame(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title><link rel="stylesheet" href="${stylePath}"></head>
<body><main>${body}</main></body></html>`
}

/** The ways to pay, in the order of the reference. */
export const methods: readonly PaymentMethod[] = ['mobile money', 'card', 'qr', 'wallet']

const methodNames: Readonly<Record<PaymentMethod, string>> = {
  'mobile money': 'Mobile money',
  card: 'Card',
  qr: 'QR code',
  wallet: 'Wallet',
}

const failures = paymentCodes.filter(({ result }) => result !== 'success')

/** Where the page of an invoice is. */
export function pagePathOf(billId: string): string {
  return `/pay/${billId}`
}

/** Where the pages have their style. */
export const stylePath = '/pay/style.css'
