import { describe, expect, it } from 'vitest'
import { isLeftOut, press, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`the file of a session on the page${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('is chosen by a button; held over the page, it is said what it does, until it is let go or taken away', async () => {
    const { sim } = await shop()
    const { page, complaints } = await open(sim)
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: /^Play the file of a session/ }).click()
    await choosing
    const byKeys = page.waitForEvent('filechooser')
    await press(page, 'w o')
    await (await byKeys).setFiles({ name: 'tea.html', mimeType: 'text/html', buffer: Buffer.from('nothing') })
    await page.getByText(/This file has no session/).waitFor()
    await page.getByRole('button', { name: 'Close' }).first().click()
    const hint = page.getByText('Drop a session’s file here to play it.')
    const drag = (event: string, carried: string) =>
      page.evaluate(`{
        const carried = new DataTransfer()
        ${carried}
        document.dispatchEvent(new DragEvent('${event}', { dataTransfer: carried, cancelable: true }))
      }`)
    const file = "carried.items.add(new File(['nothing'], 'tea.html', { type: 'text/html' }))"
    await drag('dragover', "carried.setData('text/plain', 'words')")
    expect(await hint.count()).toBe(0)
    await drag('dragover', file)
    await hint.waitFor()
    await drag('dragleave', file)
    await hint.waitFor({ state: 'detached' })
    await drag('dragover', file)
    await hint.waitFor()
    await drag('drop', file)
    await hint.waitFor({ state: 'detached' })
    await page.getByText(/This file has no session/).waitFor()
    expect(complaints).toEqual([])
  })
})
