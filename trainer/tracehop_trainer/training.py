"""The training loop."""

import random
from collections.abc import Iterator

import torch
from torch import Tensor, nn

from .errors import UserError
from .features import Features
from .metrics import Metrics, MetricsFile, log_step
from .model import Classifier, Shape, Trained, as_bag
from .questions import Question
from .settings import Settings
from .split import Split
from .stop import Stop


class Encoded:
    """Questions as tensors: their bags of n-grams and the numbers of their classes."""

    def __init__(self, questions: list[Question], features: Features, labels: list[str]) -> None:
        self.bags = [as_bag(features, question.text) for question in questions]
        self.targets = torch.tensor([labels.index(question.label) for question in questions])

    def __len__(self) -> int:
        return len(self.bags)


class Training:
    """A run from its first step to its last, or to the step in which it was stopped."""

    def __init__(self, settings: Settings, parts: Split, labels: list[str]) -> None:
        torch.manual_seed(settings.seed)
        features = Features(settings.buckets, settings.seed)
        shape = Shape(settings.buckets, settings.hidden, len(labels))
        self.trained = Trained(Classifier(shape, settings.dropout), labels, features)
        self.steps_per_epoch = -(-len(parts.train) // settings.batch_size)
        self.total = settings.epochs * self.steps_per_epoch
        self.step = 0
        self._settings = settings
        self._train = Encoded(parts.train, features, labels)
        self._validation = Encoded(parts.validation, features, labels)
        # Fused: one pass over the embedding a step instead of a dozen, a fifth of the time at the defaults.
        self._optimizer = torch.optim.AdamW(
            self.trained.model.parameters(),
            lr=settings.learning_rate,
            weight_decay=settings.weight_decay,
            fused=True,
        )
        self._schedule = torch.optim.lr_scheduler.LambdaLR(
            self._optimizer, lambda done: 1 - done / self.total
        )

    def run(self, metrics: MetricsFile, stop: Stop) -> None:
        """Trains until the last step, or until `stop`. Raises UserError when the loss is not finite."""
        for batch in self._batches():
            if stop.signal is not None:
                return
            measured = self._learn(batch)
            self.step += 1
            finite = abs(measured["loss"]) < float("inf")
            if finite and self.step % self.steps_per_epoch == 0:
                measured |= self._evaluate()
            metrics.write(self.step, measured)
            log_step(self.step, measured)
            if not finite:
                # Its gradient has made every weight NaN: no later step could mend that.
                raise UserError(
                    f"the loss is {measured['loss']} at step {self.step}, so the weights are lost; "
                    f"try a --learning-rate below {self._settings.learning_rate:g}"
                )

    def _batches(self) -> Iterator[list[int]]:
        order = random.Random(self._settings.seed)
        size = self._settings.batch_size
        for _ in range(self._settings.epochs):
            epoch = list(range(len(self._train)))
            order.shuffle(epoch)
            yield from (epoch[at : at + size] for at in range(0, len(epoch), size))

    def _learn(self, batch: list[int]) -> Metrics:
        self.trained.model.train()
        logits = self.trained.model([self._train.bags[index] for index in batch])
        loss = nn.functional.cross_entropy(logits, self._train.targets[batch])
        self._optimizer.zero_grad()
        loss.backward()
        rate = self._schedule.get_last_lr()[0]
        self._optimizer.step()
        self._schedule.step()
        epoch = round((self.step + 1) / self.steps_per_epoch, 4)
        return {"epoch": epoch, "loss": loss.item(), "learning_rate": rate}

    def _evaluate(self) -> Metrics:
        """Both parts after an epoch, without dropout."""
        _, accuracy = self._measure(self._train)
        loss, validation = self._measure(self._validation)
        return {"accuracy": accuracy, "validation/loss": loss, "validation/accuracy": validation}

    def _measure(self, part: Encoded) -> tuple[float, float]:
        self.trained.model.eval()
        with torch.no_grad():
            logits: Tensor = self.trained.model(part.bags)
        right = (logits.argmax(1) == part.targets).sum().item()
        return nn.functional.cross_entropy(logits, part.targets).item(), right / len(part)
