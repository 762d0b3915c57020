import { paymentCodes } from '../../../catalogue/payment-codes.ts'
import type { Html } from '../../../text/html/html.ts'
import type { Call } from '../../api/call.ts'
import type { CallAnswer, Endpoint } from '../../api/endpoint.ts'
import type { Service } from '../../service.ts'
import type { Bill } from '../../world/world.ts'
import type { Customer } from '../customers/customer.ts'
import { leftView, methods, missingView, pageOf, pagePathOf, type Shown, stylePath } from './views.ts'

/** The page where a customer pays an invoice, in a tab or, at its direct address alone, in a frame (reference 1, 2.2). */
export function pageEndpoints(service: Service, customer: Customer): readonly Endpoint[] {
  const page = pagePathOf('{billId}')
  return [
    { ...endpoint('GET', stylePath, styled), isLogged: false },
    ...[page, `${page}/direct`].flatMap((path) => {
      const isDirect = path !== page
      return [
        endpoint('GET', path, (call) => withBill(call, service, isDirect, (bill) => show(bill, service, isDirect))),
        endpoint('POST', path, (call) =>
          withBill(call, service, isDirect, (bill) => act(call, bill, service, customer, isDirect)),
        ),
      ]
    }),
  ]
}

function styled(): CallAnswer {
  return answer(200, Buffer.from(style), { 'content-type': 'text/css; charset=utf-8' })
}

function endpoint(method: Endpoint['method'], path: string, handle: Endpoint['handle']): Endpoint {
  return { name: 'checkoutPage', method, path, access: 'none', refusal: null, handle }
}

function withBill(call: Call, { world }: Service, isDirect: boolean, use: (bill: Bill) => CallAnswer): CallAnswer {
  const bill = world.bills.get(call.text('billId') ?? '')
  if (bill?.source !== 'checkout') return view(404, missingView(), null, isDirect)
  return { ...use(bill), about: { billId: bill.id, reference: bill.reference ?? undefined } }
}

function show(bill: Bill, service: Service, isDirect: boolean): CallAnswer {
  return view(200, pageOf(shownOf(bill, service)), bill, isDirect)
}

function shownOf(bill: Bill, { world, settings }: Service): Shown {
  const last = world.transactions.get(bill.transactions.at(-1) ?? '')
  return { bill, last, currency: settings.money.currency }
}

/** Does what the customer chose. Where the invoice isn't open any more its page says so. */
function act(call: Call, bill: Bill, service: Service, customer: Customer, isDirect: boolean): CallAnswer {
  const chosen = call.text('do')
  const isPending = bill.state === 'open' && pageHasPrompt(bill, service)
  if (chosen === 'leave') return view(200, leftView(shownOf(bill, service)), bill, isDirect)
  if (bill.state === 'open' && isPending && (chosen === 'approve' || chosen === 'refuse')) {
    void customer.finishes(bill, chosen === 'refuse' ? { fails: '2001' } : {})
  }
  if (bill.state === 'open' && !isPending && chosen === 'cancel') void customer.pays(bill, { cancels: true })
  if (bill.state === 'open' && !isPending && chosen === 'pay') {
    const outcome = call.text('outcome')
    void customer.pays(bill, {
      method: methods.find((method) => method === call.text('method')),
      mobile: call.text('mobile'),
      fails: paymentCodes.find(({ code, result }) => code === outcome && result !== 'success')?.code,
      hangs: outcome === 'hangs' ? true : undefined,
    })
  }
  // The simulator's own page shows it in a frame, which can't go to the shop.
  const stays = call.text('stay') !== undefined
  const shop = bill.state === 'paid' ? bill.returnUrl : bill.state === 'cancelled' ? bill.cancellationUrl : null
  const next = stays ? null : shop
  return answer(303, Buffer.alloc(0), {
    location: next ?? `${pagePathOf(bill.id)}${isDirect ? '/direct' : ''}${stays ? '?stay=1' : ''}`,
    ...safety(bill, isDirect),
  })
}

function pageHasPrompt(bill: Bill, service: Service): boolean {
  const { last } = shownOf(bill, service)
  return last?.cycle.at(-1)?.status === 'Pending'
}

function view(status: number, page: Html, bill: Bill | null, isDirect: boolean): CallAnswer {
  return answer(status, Buffer.from(page.text), {
    'content-type': 'text/html; charset=utf-8',
    ...safety(bill, isDirect),
  })
}

/** No script, no style but the page's own; only the direct page may stand in a frame, and only in the shop's. */
function safety(bill: Bill | null, isDirect: boolean): Readonly<Record<string, string>> {
  const shop = [bill?.returnUrl, bill?.cancellationUrl].filter((url) => typeof url === 'string')
  const origins = [...new Set(shop.map((url) => new URL(url).origin))].join(' ')
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    // Chromium holds the redirect behind a form against it, too.
    `form-action 'self' ${origins}`.trim(),
    "base-uri 'none'",
    `frame-ancestors ${isDirect ? `'self' ${origins}`.trim() : "'none'"}`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  }
}

function answer(status: number, body: Buffer, headers: Readonly<Record<string, string>>): CallAnswer {
  return { status, body, headers }
}

/** The style of the pages. Nothing in it is fetched from elsewhere. */
const style = `:root { color-scheme: light dark; --ground: #f4f5f7; --card: #fff; --ink: #1c2430; --soft: #566072;
  --line: #c9cfd9; --main: #1457c2; --on-main: #fff; --bad: #9b1c1c; --bad-ground: #fdecec; --good: #14603a; --good-ground: #e7f6ee;
  --wait: #7a4b00; --wait-ground: #fdf3dd }
@media (prefers-color-scheme: dark) { :root { --ground: #12161d; --card: #1c222c; --ink: #e8ecf3; --soft: #a7b1c2;
  --line: #465062; --main: #8db8ff; --on-main: #0b1a33; --bad: #ffb4b4; --bad-ground: #3a1d1f; --good: #9fe3bf; --good-ground: #15301f; --wait: #f2cf8a; --wait-ground: #35290f } }
* { box-sizing: border-box }
body { margin: 0; padding: 16px; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 440px; margin: 4vh auto 0; padding: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 12px }
h1 { margin: 0; font-size: 32px; line-height: 1.2; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
p { margin: 8px 0; overflow-wrap: anywhere }
.sign, .reference { color: var(--soft); font-size: 14px }
.sign { margin-top: 0 }
.problem, .waiting, .done { margin: 16px 0; padding: 12px; border-radius: 8px; background: var(--bad-ground); color: var(--bad) }
.waiting { background: var(--wait-ground); color: var(--wait) }
.done { background: var(--good-ground); color: var(--good) }
form { margin-top: 16px }
fieldset { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; margin: 0 0 16px; padding: 0; border: 0 }
legend { padding: 0 0 8px }
label { display: block; margin-bottom: 16px }
.choice { display: flex; align-items: center; gap: 8px; min-height: 44px; margin: 0; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px }
.choice:has(:checked) { border-color: var(--main); outline: 1px solid var(--main) }
input[type="tel"], select { display: block; text-overflow: ellipsis; width: 100%; min-height: 44px; margin-top: 4px; padding: 8px 12px; border: 1px solid var(--line);
  border-radius: 8px; background: var(--card); color: var(--ink); font: inherit }
.buttons { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin: 16px 0 0 }
button { flex: 1 0 auto; min-height: 44px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 8px; background: transparent;
  color: var(--ink); font: inherit; cursor: pointer }
.main { flex-basis: 100%; border-color: var(--main); background: var(--main); color: var(--on-main); font-weight: 600 }
a { color: var(--main) }
/* All of it is in sight on a phone. */
@media (max-width: 480px) { body { padding: 0; background: var(--card) } main { margin: 0; padding: 16px; border: 0 } }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
`
