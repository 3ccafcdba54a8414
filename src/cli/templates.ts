import { readTemplateFile } from '../domain/messages/template-file.ts';
import { loadMessageTemplates, switchMessageTemplates } from '../settings/messages/message-templates.ts';
import { readTemplates } from '../storage/reads/messages/message-template-reads.ts';
import { type CliCommand, table } from './command-line.ts';
import { givenFile } from './given-file.ts';
import { byCli, reasonOption, runAct, settingsOf, textOption, wholeNumber, withDatabase } from './session.ts';

const load: CliCommand = {
  name: 'templates load',
  summary: "Load the templates of banks' messages that come with the service",
  notes: 'It only adds, switched off. What is there stays as it is, so it can be loaded again.',
  options: {
    file: { value: 'path', text: 'a file of your own in the form of catalogue/message-templates.json' },
    on: { text: 'switch on what was added' },
    ...reasonOption,
  },
  async run(call) {
    const path = textOption(call, 'file');
    const data = path === undefined ? null : readTemplateFile(await givenFile(path));
    const isOn = call.options['on'] === true;
    const report = await withDatabase(call, async (session) => {
      const settings = settingsOf(session);
      const loaded = await settings.run(loadMessageTemplates, { data }, byCli(call));
      const switches = loaded.added.map(({ id }) => ({ id, version: 1 }));
      if (isOn && switches.length > 0) await settings.run(switchMessageTemplates, { switches }, byCli(call));
      return loaded;
    });
    const left = report.unknownBanks.length === 0 ? '' : `left out, unknown banks: ${report.unknownBanks.join(', ')}\n`;
    const counts = `templates: ${report.added.length} added${isOn ? ' and switched on' : ''}, ${report.present} there already\n`;
    return { text: `${counts}${left}`, data: report };
  },
};

const list: CliCommand = {
  name: 'templates list',
  summary: "List templates of banks' messages: ID, bank, name, version, the version that is on",
  async run(call) {
    const templates = await withDatabase(call, ({ pool }) => readTemplates(pool));
    const rows = templates.map(({ id, on, latest }) => [
      String(id),
      latest.bank,
      latest.name,
      `version ${latest.version}`,
      on === null ? 'off' : `version ${on.version} is on`,
    ]);
    const nothing = 'There are none yet. "quittance templates load" adds those that come with the service.';
    return { text: `${rows.length === 0 ? nothing : table(rows)}\n`, data: { templates } };
  },
};

const switchOne: CliCommand = {
  name: 'templates switch',
  summary: 'Switch a version of a template on, or the template off',
  words: [
    { name: 'id', text: 'the number that templates list has' },
    { name: 'version', text: 'the version to read messages by, or off' },
  ],
  options: { ...reasonOption },
  async run(call) {
    const [id, wanted] = [wholeNumber(call.words[0] ?? '', '<id>'), call.words[1] ?? ''];
    const version = wanted === 'off' ? null : wholeNumber(wanted, '<version>');
    const switches = [{ id, version }];
    await runAct(call, switchMessageTemplates, { switches });
    const text = version === null ? `Template ${id} is off.\n` : `Version ${version} of template ${id} is on.\n`;
    return { text, data: { id, version } };
  },
};

export const templateCommands: readonly CliCommand[] = [load, list, switchOne];
