import { ExternalLink } from 'lucide-preact'
import { useEffect, useState } from 'preact/hooks'
import { money, visible } from '../shared/format.ts'
import { Modal } from '../shared/modal.tsx'
import { rows } from '../state/log/rows.ts'
import { texts } from '../texts/later.ts'
import { type Invoice, invoiceOf, isTried, shown } from './invoice.ts'

/**
 * The page of an invoice in a frame, as a shop shows it. The service lets only its direct page be framed; the other one opens
 * in a tab.
 */
export function ShopFrame({ id }: { id: string }) {
  const [invoice, setInvoice] = useState<Invoice | undefined>(undefined)
  const last = rows.value.at(-1)?.id
  useEffect(() => {
    void invoiceOf(id).then(setInvoice, () => undefined)
  }, [id, last])
  return (
    <Modal label={texts.checkout.label} isTall onClose={close}>
      {invoice !== undefined && <Shop invoice={invoice} />}
    </Modal>
  )
}

function close(): void {
  shown.value = undefined
}

function Shop({ invoice }: { invoice: Invoice }) {
  const { state, amount, description, reference, directPageUrl, pageUrl, returnUrl, cancellationUrl } = invoice
  const back = state === 'paid' ? returnUrl : cancellationUrl
  return (
    <div class="flex flex-col max-h-[95dvh]">
      <div class="flex items-center gap-2 px-4 py-3 bg-base-200 border-b border-base-300">
        <div class="flex-1 min-w-0">
          <h2 class="font-semibold truncate">{texts.checkout.shop}</h2>
          <p class="text-quiet truncate">
            {visible(description)} · {money(amount)} · <span class="font-mono">{visible(reference)}</span>
          </p>
        </div>
        <a class="btn btn-sm" href={new URL(pageUrl).pathname} target="_blank" rel="noopener">
          <ExternalLink size={14} aria-hidden="true" />
          <span class="max-sm:sr-only">{texts.checkout.inTab}</span>
        </a>
        <form method="dialog">
          <button type="submit" class="btn btn-sm">
            {texts.close}
          </button>
        </form>
      </div>
      <iframe
        title={texts.checkout.frame}
        src={`${new URL(directPageUrl).pathname}?stay=1`}
        class="w-full h-[44rem] min-h-0 bg-base-100"
        // A frame keeps its keys to itself.
        onLoad={({ currentTarget }) =>
          currentTarget.contentDocument?.addEventListener('keydown', ({ key }) => key === 'Escape' && close())
        }
      />
      <p role="status" class="px-4 py-3 border-t border-base-300 text-quiet break-words">
        {state === 'open' ? texts.checkout.open : texts.checkout.ended(state, visible(back))}
        {state === 'open' && isTried(invoice) && ` ${texts.checkout.tried}`}
      </p>
    </div>
  )
}
