import { describe, expect, it } from 'vitest'
import { isLeftOut, press, shop, useBrowser, why } from '../browser.ts'

describe.skipIf(isLeftOut)(`the file of a session on the page${why}`, { timeout: 120_000 }, () => {
  const open = useBrowser()

  it('is chosen by a button; held over the page, it is said what it does, until it is let go or taken away', async () => {
    const { sim } = await shop()
    const { page, complaints } = await open(sim)
    const file = { name: 'tea.html', mimeType: 'text/html', buffer: Buffer.from('nothing') }
    const openByButton = async () => {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('button', { name: /^Play the file of a session/ }).click()
    }
    // From here on the browser opens no window of its own for a file: it's told of that only in a while.
    page.on('filechooser', () => undefined)
    for (const choose of [openByButton, () => press(page, 'w o')]) {
      const choosing = page.waitForEvent('filechooser')
      await choose()
      await (await choosing).setFiles(file)
      await page.getByText(/This file has no session/).waitFor()
      await page.getByRole('button', { name: 'Close' }).first().click()
    }
    const hint = page.getByText('Drop a session’s file here to play it.')
    const drag = (event: string, carried: string) =>
      page.evaluate(`{
        const carried = new DataTransfer()
        ${carried}
        document.dispatchEvent(new DragEvent('${event}', { dataTransfer: carried, cancelable: true }))
      }`)
    const aFile = "carried.items.add(new File(['nothing'], 'tea.html', { type: 'text/html' }))"
    await drag('dragover', "carried.setData('text/plain', 'words')")
    expect(await hint.count()).toBe(0)
    await drag('dragover', aFile)
    await hint.waitFor()
    await drag('dragleave', aFile)
    await hint.waitFor({ state: 'detached' })
    await drag('dragover', aFile)
    await hint.waitFor()
    await drag('drop', aFile)
    await hint.waitFor({ state: 'detached' })
    await page.getByText(/This file has no session/).waitFor()
    expect(complaints).toEqual([])
  })
})
