import { describe, expect, it } from 'vitest'
import { invoice, openShop } from './shop.ts'

async function openPage(options = {}) {
  const shop = await openShop()
  const created = await shop.client.checkout.create({ ...invoice, ...options })
  const url = created.checkoutUrl ?? ''
  const look = async (at = url) => {
    const response = await fetch(at)
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  const press = async (fields: Record<string, string>, at = url) => {
    const response = await fetch(at, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
    await shop.sim.settled()
    return { status: response.status, to: response.headers.get('location'), text: await response.text() }
  }
  return { ...shop, url, direct: created.checkoutDirectUrl ?? '', look, press }
}

describe('the hosted page', () => {
  it('shows what is to be paid and by which ways, without script, in no frame', async () => {
    const { look, sim } = await openPage()
    const { status, text, headers } = await look()
    expect(status).toBe(200)
    expect(text).toContain('GHS 50.25')
    expect(text).toContain('Two bags of rice')
    expect([...text.matchAll(/name="method" value="([^"]*)"/g)].map(([, value]) => value)).toEqual([
      'mobile money',
      'card',
      'qr',
      'wallet',
    ])
    expect(text).toContain('<option value="2101">')
    expect(text).not.toMatch(/<script|style=|onclick/i)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self' https://shop.example; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('cache-control')).toBe('no-store')
    const { last } = sim.log
    expect((await look(`${sim.url}/pay/style.css`)).headers.get('content-type')).toBe('text/css; charset=utf-8')
    // How the page looks says nothing of the service.
    expect(sim.log.last).toBe(last)
  })

  it('may stand in a frame at its direct address, on the site of the shop', async () => {
    const { look, direct, press } = await openPage()
    const { headers } = await look(direct)
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'self' https:\/\/shop\.example$/)
    expect(await press({ do: 'pay', outcome: 'hangs' }, direct)).toMatchObject({
      status: 303,
      to: new URL(direct).pathname,
    })
  })

  it.each(['mobile money', 'card', 'qr', 'wallet'])('takes a payment by %s and goes to returnUrl', async (method) => {
    const { press, look, payments, sim } = await openPage()
    expect(await press({ do: 'pay', method, mobile: '+233000000000', outcome: '' })).toMatchObject({
      status: 303,
      to: invoice.returnUrl,
    })
    expect(payments).toMatchObject([{ outcome: 'paid', amount: 50.25 }])
    expect((await look()).text).toContain('Paid. Thank you.')
    // A second press changes nothing.
    await press({ do: 'pay', method })
    await press({ do: 'cancel' })
    expect(sim.log.rows({ kind: 'checkout' })).toHaveLength(1)
  })

  it('says why a try failed, and takes another', async () => {
    const { press, look, payments, url } = await openPage()
    expect(await press({ do: 'pay', outcome: '2101' })).toMatchObject({ status: 303, to: new URL(url).pathname })
    expect((await look()).text).toContain('The last try ended: 2101: The customer entered an invalid PIN')
    expect(await press({ do: 'pay', mobile: '+233010002102' })).toMatchObject({ to: new URL(url).pathname })
    expect(await press({ do: 'pay' })).toMatchObject({ to: invoice.returnUrl })
    expect(payments.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'paid'])
  })

  it('waits while a phone is asked, which then approves or refuses', async () => {
    const { press, look, payments, url } = await openPage()
    await press({ do: 'pay', outcome: 'hangs' })
    expect((await look()).text).toContain('The phone +233000000000 shows a prompt')
    expect(await press({ do: 'refuse' })).toMatchObject({ to: new URL(url).pathname })
    await press({ do: 'pay', outcome: '0005' })
    expect((await look()).text).toContain('0005: The outcome is not known')
    expect(await press({ do: 'approve' })).toMatchObject({ to: invoice.returnUrl })
    expect(payments.map(({ outcome }) => outcome)).toEqual(['failed', 'undetermined', 'paid'])
  })

  it('cancels and goes to cancellationUrl; whoever leaves it tells nobody', async () => {
    const { press, look, payments } = await openPage()
    expect(await press({ do: 'leave' })).toMatchObject({ status: 200, text: expect.stringContaining('You left') })
    expect(payments).toEqual([])
    expect(await press({ do: 'cancel' })).toMatchObject({ status: 303, to: invoice.cancellationUrl })
    expect(payments).toMatchObject([{ outcome: 'cancelled' }])
    expect((await look()).text).toContain('Cancelled. Nothing was paid.')
  })

  it('escapes everything that the merchant wrote', async () => {
    const { look } = await openPage({
      description: '<script>alert("x")</script> & \'more\'',
      clientReference: '"><img src=x>',
    })
    const { text } = await look()
    expect(text).toContain('&#60;script&#62;alert(&#34;x&#34;)&#60;/script&#62; &#38; &#39;more&#39;')
    expect(text).not.toMatch(/<img|<script/)
  })

  it('is not there for what is no invoice', async () => {
    const { look, sim } = await openPage()
    const { status, text, headers } = await look(`${sim.url}/pay/none`)
    expect({ status, text }).toMatchObject({ status: 404, text: expect.stringContaining('No such invoice') })
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})
