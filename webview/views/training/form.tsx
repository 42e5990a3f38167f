import { useState } from 'preact/hooks';
import type { TrainingParams, TrainingSubject, TrainingView } from '../../../core/protocol/panels/training';
import type { RecipeDetail } from '../../../core/protocol/bridge/recipes';
import { announce } from '../../base/announce';
import { messageOf } from '../../../core/message-of';
import { Failed, Loading } from '../../base/status';
import { useCall } from '../../base/use-call';
import { useViewState } from '../../base/use-view-state';
import type { ViewProps } from '../../base/view';
import { EnvironmentCheck } from './environment';
import { Field } from './field';
import { keptTexts, sorted, textsOf, valuesOf, type Texts } from './form-model';

type FormProps = ViewProps<TrainingView> & {
  readonly subject: Extract<TrainingSubject, { readonly kind: 'form' }>;
};

/** The form of a recipe. */
export function Form(props: FormProps) {
  const { host } = props;
  const recipe = useCall(({ signal }) => host.channel.call('training/recipe', null, { signal }), [host]);
  if (recipe.state === 'loading')
    return <Loading what="Asking the bridge for the recipe" cancel={recipe.cancel} />;
  if (recipe.state === 'failed') return <Failed message={recipe.message} retry={recipe.retry} />;
  return <Fields {...props} recipe={recipe.value} />;
}

function readTexts(stored: unknown): { readonly texts: unknown } {
  return { texts: typeof stored === 'object' && stored !== null && 'texts' in stored ? stored.texts : null };
}

function Fields({ host, subject, events, recipe }: FormProps & { readonly recipe: RecipeDetail }) {
  const { parameters } = recipe;
  const [kept, keep] = useViewState(host, readTexts);
  const texts = keptTexts(parameters, subject.params, kept.texts);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [starting, setStarting] = useState(false);
  const { values, problems } = valuesOf(parameters, texts);
  const count = Object.keys(problems).length;
  const { plain, advanced } = sorted(parameters);
  const faulty = advanced.some(([name]) => Object.hasOwn({ ...problems, ...refused }, name));
  const [showsAdvanced, setShowsAdvanced] = useState(false);

  const set = (next: Texts): void => {
    keep({ texts: next });
    setRefused({});
    setFailure(null);
  };
  const start = (): void => {
    if (count > 0 || starting) return;
    setStarting(true);
    setFailure(null);
    announce('Starting the job');
    host.channel
      .call('training/start', { params: values }, { timeout: 60_000 })
      .then((reply) => {
        if (reply.ok) return;
        setRefused(Object.fromEntries(reply.problems.map(({ parameter, message }) => [parameter, message])));
        setStarting(false);
      })
      .catch((error: unknown) => {
        setFailure(messageOf(error));
        setStarting(false);
      });
  };
  const field = ([name, parameter]: (typeof plain)[number]) => (
    <Field
      key={name}
      name={name}
      parameter={parameter}
      text={texts[name] ?? ''}
      problem={refused[name] ?? problems[name] ?? null}
      onText={(text) => set({ ...texts, [name]: text })}
      browse={() => host.channel.call('training/browse', { parameter: name }, { timeout: Infinity })}
    />
  );

  return (
    <div class="training-form">
      <h1>{recipe.title}</h1>
      <p>
        {recipe.summary}{' '}
        {recipe.docs === null ? null : (
          <button
            type="button"
            class="link"
            onClick={() => void host.channel.call('training/openDocs', null).catch(() => undefined)}
          >
            About this recipe
          </button>
        )}
      </p>
      <EnvironmentCheck host={host} events={events} params={defaultsOf(recipe)} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
        onKeyDown={(event) => {
          // The fields are elements of their own, whose Enter submits nothing.
          if (event.key === 'Enter' && (event.target as HTMLElement).tagName === 'VSCODE-TEXT-FIELD') start();
        }}
      >
        <div class="fields">{plain.map(field)}</div>
        {advanced.length === 0 ? null : (
          <details
            open={showsAdvanced || faulty}
            onToggle={(event) => setShowsAdvanced(event.currentTarget.open)}
          >
            <summary>Advanced ({advanced.length})</summary>
            <div class="fields">{advanced.map(field)}</div>
          </details>
        )}
        <div class="toolbar">
          <vscode-button class="start" disabled={count > 0 || starting} onClick={start}>
            {starting ? 'Starting…' : 'Start'}
          </vscode-button>
          <vscode-button appearance="secondary" onClick={() => set(textsOf(parameters, null))}>
            Use Defaults
          </vscode-button>
          {count > 0 ? (
            <span class="quiet">{count === 1 ? '1 value is' : `${count} values are`} not right yet.</span>
          ) : null}
        </div>
        {failure === null ? null : (
          <p class="fault" role="alert">
            {failure}
          </p>
        )}
      </form>
    </div>
  );
}

/** What the checks of an environment may name; none depends on what is typed. */
function defaultsOf({ parameters }: RecipeDetail): TrainingParams {
  return valuesOf(parameters, textsOf(parameters, null)).values;
}
