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

  it('is saved from the menu, by name and by key, with a row chosen and without', async () => {
    const { sim } = await shop()
    const { page, complaints } = await open(sim)
    const name = 'Save the session as one HTML file'
    const more = page.getByRole('button', { name: 'More' })
    await more.click()
    expect(await page.getByRole('button', { name }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await sim.phone('+233000000001').dial('*713#').reply('1')
    await page.getByText('2 rows', { exact: true }).waitFor()
    const byMenu = async () => {
      await more.click()
      await page.getByRole('button', { name }).click()
    }
    const byName = async () => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'What do you want to do?' }).fill('html file')
      await page.getByRole('option', { name }).first().waitFor()
      await page.keyboard.press('Enter')
    }
    const dialog = page.getByRole('dialog', { name: 'Save the session' })
    for (const begin of [byMenu, byName, () => press(page, 'w s')]) {
      await begin()
      await dialog.getByText('2 of 2 rows are recorded').waitFor()
      expect(await dialog.getByRole('combobox').nth(1).inputValue()).toBe('page')
      const downloading = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Download' }).click()
      expect((await downloading).suggestedFilename()).toBe('row-2.html')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await page.goto(`${sim.pageUrl}#row=1`)
    await page.getByText('row 1 ·').waitFor()
    await press(page, 'w s')
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Row 1')
    expect(complaints).toEqual([])
  })
})
