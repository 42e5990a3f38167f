import { Component, render, type ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ViewContract } from '../../core/protocol/panels/page';
import { Announcer } from './announce';
import { messageOf } from '../../core/message-of';
import { connect, reportFailure, type Host } from './host';
import { Failed, Loading } from './status';
import { eventsOf, type Events, type View } from './view';

/** Draws a view into the page, from the first "loading" to whatever becomes of it. */
export async function showView<V extends ViewContract>(view: View<V>, root: HTMLElement): Promise<void> {
  render(<Loading what="Loading" />, root);
  const { handlers, events } = eventsOf(view);
  try {
    const host = await connect<V>(handlers);
    render(<Page view={view} host={host} events={events} />, root);
  } catch (error) {
    render(<Failed message={messageOf(error)} />, root);
  }
}

interface PageProps<V extends ViewContract> {
  readonly view: View<V>;
  readonly host: Host<V>;
  readonly events: Events<V['toPage']>;
}

function Page<V extends ViewContract>({ view, host, events }: PageProps<V>) {
  const [subject, setSubject] = useState(host.subject);
  const [life, setLife] = useState(0);
  useEffect(
    () =>
      host.onSubject((next) => {
        setSubject(next);
        setLife((count) => count + 1);
      }),
    [host],
  );
  const View = view.component;
  return (
    <main>
      <Fence key={life} host={host}>
        <View host={host} subject={subject} events={events} />
      </Fence>
      <Announcer />
    </main>
  );
}

interface FenceProps<V extends ViewContract> {
  readonly host: Host<V>;
  readonly children: ComponentChildren;
}

/** Keeps an error in drawing from leaving an empty page: it is shown, and logged by the extension. */
class Fence<V extends ViewContract> extends Component<FenceProps<V>, { readonly failed: string | null }> {
  override state = { failed: null };

  override componentDidCatch(error: unknown): void {
    reportFailure(this.props.host.channel, error);
    this.setState({ failed: messageOf(error) });
  }

  override render() {
    const { failed } = this.state;
    if (failed === null) return this.props.children;
    return <Failed message={failed} retry={() => this.setState({ failed: null })} />;
  }
}
