import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isLeftOut, why } from '../browser.ts'
import { usedOffice, useOffice } from './office.ts'

type Ended = 'in' | 'redirected' | 'shown'

/** A proxy with a login before the page. When that ends, it redirects to its own page, or shows it at once. */
async function behindLogin(origin: string) {
  let login: Ended = 'in'
  const { port, host } = new URL(origin)
  const proxy = createServer((asked, answer) => {
    if (login === 'redirected' && asked.url !== '/login') return answer.writeHead(302, { location: '/login' }).end()
    if (login !== 'in') return answer.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in</h1>')
    const { url, method, headers } = asked
    const origin = headers.origin === undefined ? {} : { origin: `http://${host}` }
    const own = { ...headers, host, ...origin }
    return asked.pipe(
      request({ port, path: url, method, headers: own }, (came) => {
        answer.writeHead(came.statusCode ?? 500, came.headers)
        came.pipe(answer)
      }),
    )
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.close()
    proxy.closeAllConnections()
  })
  const address = proxy.address() as AddressInfo
  return { origin: `http://127.0.0.1:${address.port}`, ends: (how: Ended) => (login = how) }
}

// A browser takes its time on a busy machine.
describe.skipIf(isLeftOut)(`where the login ends, the operator’s page${why}`, { timeout: 120_000 }, () => {
  const open = useOffice()

  it.each(['redirected', 'shown'] as const)('says that nothing was done, and keeps what was typed: %s', async (how) => {
    const office = await usedOffice()
    const { origin, ends } = await behindLogin(office.origin)
    const { page } = await open({ ...office, origin }, '#tab=dead')
    await page.getByRole('link', { name: /broken-1/ }).click()
    for (const [button, words] of [
      ['Settle the review', 'refunded by hand'],
      ['Write a note', 'called the customer'],
      ['Replay', undefined],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click()
      ends(how)
      const dialog = page.getByRole('dialog')
      if (words !== undefined) await dialog.getByRole('textbox').fill(words)
      await dialog.getByRole('button', { name: button }).click()
      await dialog.getByText('You are logged out: nothing was done.').waitFor()
      if (words !== undefined) expect(await dialog.getByRole('textbox').inputValue()).toBe(words)
      ends('in')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    }
    ends(how)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('You are logged out. Log in again').waitFor()
    const [entry] = (await office.app.merchant.inbox.list({ reference: 'broken-1' })).entries
    expect(entry).toMatchObject({ state: 'dead', review: { settledAt: null } })
    expect((await office.app.merchant.trail.list()).lines).toEqual([])
  })

  it('says that it is not known where the answer to an order is lost', async () => {
    const office = await usedOffice()
    const { page } = await open(office, '#tab=dead')
    await page.getByRole('link', { name: /broken-1/ }).click()
    await page.route('**/api/note', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Write a note' }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('refunded by hand')
    await page.getByRole('dialog').getByRole('button', { name: 'Write a note' }).click()
    await page.getByRole('dialog').getByText("It isn't known whether it was done").waitFor()
    // The entry is shown anew behind the dialog: there it stands.
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('region', { name: 'Notes' }).getByText('refunded by hand').waitFor()
  })

  it('takes away what was shown from those whose access is withdrawn, and says so', async () => {
    let isStaff = true
    const office = await usedOffice({ access: () => isStaff && { rights: ['look'], by: 'Ama' } })
    const { page } = await open(office, '#tab=dead')
    await page.getByRole('link', { name: /broken-1/ }).click()
    await page.getByRole('heading', { name: 'broken-1' }).waitFor()
    isStaff = false
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('You may not look at this page any more').waitFor()
    expect(await page.evaluate('document.body.innerText')).not.toContain('broken-1')
  })
})
