/** The dashboard for Grafana, as the file that is imported there. A few shapes of panels, and what each of them shows. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana fills it in.
const source = { type: 'prometheus', uid: '${datasource}' };
const chosen = 'job="$job", instance=~"$instance"';

export function grafanaDashboard(): string {
  const dashboard = {
    title: 'Quittance',
    uid: 'quittance',
    description: 'Is it well, how fast is it, what waits? All metrics are explained in docs/operating.md.',
    tags: ['quittance', 'payments'],
    timezone: 'browser',
    schemaVersion: 39,
    version: 1,
    editable: true,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [datasourceVariable, jobVariable, instanceVariable] },
    annotations: { list: [restarts] },
    panels: placed([...health(), ...requests(), ...engine(), ...notifications(), ...oldData(), ...programs()]),
  };
  return `${JSON.stringify(dashboard, null, 1)}\n`;
}

const datasourceVariable = { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' };
const jobVariable = variable('job', 'Job', 'label_values(quittance_queue_length, job)');
const instanceVariable = {
  ...variable('instance', 'Process', 'label_values(quittance_queue_length{job="$job"}, instance)'),
  multi: true,
  includeAll: true,
  allValue: '.*',
};
const restarts = {
  name: 'Starts',
  enable: true,
  datasource: source,
  iconColor: 'blue',
  expr: 'changes(quittance_process_start_time_seconds{job="$job"}[1m]) > 0',
  titleFormat: '{{instance}} started',
};

function variable(name: string, label: string, query: string) {
  return { name, label, type: 'query', datasource: source, query: { query, refId: name }, refresh: 2 };
}

/** A panel before it has its place: width in 24ths of the page. */
interface Panel {
  readonly type: 'row' | 'stat' | 'timeseries';
  readonly width: number;
  readonly height: number;
  readonly content: object;
}

/** From left to right, then down. */
function placed(panels: readonly Panel[]): readonly object[] {
  let [x, y, rowHeight] = [0, 0, 0];
  return panels.map(({ type, width, height, content }, index) => {
    if (x + width > 24) [x, y, rowHeight] = [0, y + rowHeight, 0];
    const gridPos = { h: height, w: width, x, y };
    x += width;
    rowHeight = Math.max(rowHeight, height);
    return { id: index + 1, type, gridPos, ...content };
  });
}

function health(): readonly Panel[] {
  const failed = `sum(${rate('http_requests_total', 'status=~"5.."')}) / sum(${rate('http_requests_total')})`;
  return [
    row('Is it well?'),
    stat('Processes up', 'Processes that answer Prometheus.', 'sum(up{job="$job"})', { red: null, green: 1 }),
    stat('Broken laws', 'Cases that broke a law of the books at the last check.', most('audit_violations'), redFrom(1)),
    stat('Money out', '0: it flows. 1: payouts and withdrawals are refused.', most('money_out_stopped'), redFrom(1)),
    stat('Outdated rates', 'Older than their limit; they stop new deals.', most('outdated_rates'), redFrom(1)),
    stat('Failed requests', 'Answers with 5xx, per cent.', `100 * (${failed}) or vector(0)`, redFrom(1)),
    stat('Paused receivers', 'Merchants whose servers get nothing any more.', most('receivers_paused'), redFrom(1)),
  ];
}

function requests(): readonly Panel[] {
  const merchants = 'route=~"/api/merchant/.*"';
  const byRoute = `topk(10, sum by (method, route) (${rate('http_requests_total')}))`;
  return [
    row('Requests'),
    graph('Requests per second, by status', 'reqps', [
      [`sum by (status) (${rate('http_requests_total')})`, '{{status}}'],
    ]),
    graph('Time of merchant requests', 's', percentiles('http_request_seconds', merchants)),
    graph('Refusals per second, by code', 'reqps', [
      [`topk(10, sum by (code) (${rate('refusals_total')}))`, '{{code}}'],
    ]),
    graph('Busiest routes', 'reqps', [[byRoute, '{{method}} {{route}}']]),
    graph('Payment pages that follow live', 'short', [[metric('event_streams'), '{{instance}}']]),
    graph('Windows of the console that follow live', 'short', [[metric('console_streams'), '{{instance}}']]),
  ];
}

function engine(): readonly Panel[] {
  return [
    row('Engine and database'),
    graph('Commands and batches per second', 'ops', [
      [`sum(${rate('batch_size_sum')})`, 'commands'],
      [`sum(${rate('batch_size_count')})`, 'batches'],
    ]),
    graph('Time of a batch', 's', percentiles('lane_seconds')),
    graph('Batches by outcome', 'ops', [[`sum by (outcome) (${rate('lane_seconds_count')})`, '{{outcome}}']]),
    graph('Waiting', 'short', [
      [`sum(${metric('queue_length')})`, 'commands, for a lane'],
      [`sum(${metric('pool_waiting')})`, 'reads, for a connection'],
    ]),
    graph('Connections of the read pool', 'short', [[metric('pool_connections'), '{{instance}}']]),
    graph('Behind', 's', [
      [most('oldest_unexpired_seconds'), 'expiry worker'],
      [most('oldest_rate_seconds'), 'oldest rate'],
      [most('audit_chain_behind_seconds'), 'chain of the audit log'],
    ]),
    graph('Rate sources in use; 0 is none', 'short', [
      [`max by (pair, type) (${metric('rate_source')})`, '{{pair}} {{type}}'],
    ]),
    graph('Checks of the books', 's', [
      [most('audit_duration_seconds'), 'the last one took'],
      [most('audit_age_seconds'), 'it began so long ago'],
    ]),
  ];
}

function notifications(): readonly Panel[] {
  const attempts = `sum by (outcome) (${rate('notification_attempts_total')})`;
  return [
    row('Notifications'),
    graph('Attempts per second, by outcome', 'ops', [[attempts, '{{outcome}}']]),
    graph('From a change to its delivery', 's', percentiles('notification_lag_seconds')),
    graph('Waiting', 'short', [
      [most('notifications_waiting'), 'invoices with something to tell'],
      [most('receivers_failing'), 'receivers that fail'],
      [most('receivers_paused'), 'receivers that are paused'],
    ]),
    graph('Age of the oldest undelivered notification', 's', [
      [most('oldest_undelivered_seconds'), 'age'],
      [most('oldest_due_notification_seconds'), 'due for so long'],
    ]),
  ];
}

function oldData(): readonly Panel[] {
  return [
    row('Old data'),
    graph('Months of the archive', 'short', [
      [most('archive_months'), 'here'],
      [most('archive_months_detached'), 'in files'],
    ]),
    graph('Invoices of the archive', 'short', [
      [most('archive_invoices'), 'here, about'],
      [most('archive_invoices_detached'), 'in files'],
    ]),
    graph('Since the mover came to its end', 's', [[most('archive_behind_seconds'), 'behind']]),
    graph('Steps of the mover that failed in a row', 'short', [[metric('archive_failures'), '{{instance}}']]),
  ];
}

function programs(): readonly Panel[] {
  return [
    row('Process'),
    graph('CPU, cores in use', 'short', [[rate('process_cpu_seconds_total'), '{{instance}}']]),
    graph('Memory', 'bytes', [[metric('process_resident_memory_bytes'), '{{instance}}']]),
    graph('Event loop lag, 99th percentile', 's', [[metric('nodejs_eventloop_lag_p99_seconds'), '{{instance}}']]),
    graph('Open file descriptors', 'short', [[metric('process_open_fds'), '{{instance}}']]),
  ];
}

function metric(name: string, more?: string): string {
  return `quittance_${name}{${chosen}${more === undefined ? '' : `, ${more}`}}`;
}

/** For what all processes of one database say alike. */
function most(name: string): string {
  return `max(${metric(name)})`;
}

function rate(name: string, more?: string): string {
  return `rate(${metric(name, more)}[$__rate_interval])`;
}

type Line = readonly [query: string, legend: string];

function percentiles(name: string, more?: string): readonly Line[] {
  return [0.5, 0.95, 0.99].map((part) => [
    `histogram_quantile(${part}, sum by (le) (${rate(`${name}_bucket`, more)}))`,
    `p${Math.round(part * 100)}`,
  ]);
}

function row(title: string): Panel {
  return { type: 'row', width: 24, height: 1, content: { title, collapsed: false, panels: [] } };
}

type Colours = Readonly<Record<string, number | null>>;

const redFrom = (value: number): Colours => ({ green: null, red: value });

function stat(title: string, description: string, query: string, colours: Colours): Panel {
  const steps = Object.entries(colours).map(([color, value]) => ({ color, value }));
  const reduceOptions = { calcs: ['lastNotNull'], fields: '', values: false };
  return {
    type: 'stat',
    width: 4,
    height: 4,
    content: {
      title,
      description,
      datasource: source,
      targets: targets([[query, '']]),
      options: { colorMode: 'background', graphMode: 'none', reduceOptions },
      fieldConfig: { defaults: { unit: 'short', thresholds: { mode: 'absolute', steps } }, overrides: [] },
    },
  };
}

function graph(title: string, unit: string, lines: readonly Line[]): Panel {
  return {
    type: 'timeseries',
    width: 8,
    height: 8,
    content: {
      title,
      datasource: source,
      targets: targets(lines),
      options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
      fieldConfig: { defaults: { unit, min: 0, custom: { lineWidth: 1, fillOpacity: 8 } }, overrides: [] },
    },
  };
}

/** Their source is that of the panel. */
function targets(lines: readonly Line[]): readonly object[] {
  return lines.map(([expr, legendFormat], index) => ({
    refId: String.fromCharCode('A'.charCodeAt(0) + index),
    expr,
    legendFormat,
  }));
}
