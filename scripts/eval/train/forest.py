"""Grows a forest of boosted trees with LightGBM: `forest.py FOLDER`, which `forest.ts` has written and reads.

FOLDER/job.json holds {rows, names, growth}, rows.f32, labels.f32 and masses.f32 the numbers. Writes nodes.bin, as
`src/engine/extract/content/forest.ts` describes it, and said.json: what LightGBM says of the first rows.
"""

import json
import sys
from pathlib import Path

import lightgbm
import numpy

folder = Path(sys.argv[1])
job = json.loads((folder / "job.json").read_text())
growth = job["growth"]


def read(name: str) -> numpy.ndarray:
    return numpy.fromfile(folder / name, dtype=numpy.float32)


rows = read("rows.f32").reshape(job["rows"], len(job["names"]))
booster = lightgbm.train(
    {
        "objective": "cross_entropy",
        "num_leaves": growth["leaves"],
        "learning_rate": growth["rate"],
        "bagging_fraction": growth["rows"],
        "bagging_freq": 1,
        "feature_fraction": growth["features"],
        "min_data_in_leaf": growth["least"],
        "lambda_l2": growth["ridge"],
        "max_bin": 63,
        "seed": growth["seed"],
        "deterministic": True,
        "force_col_wise": True,
        # Threads that wait for each other take many times as long on a machine that does other work.
        "num_threads": 1,
        "verbose": -1,
    },
    lightgbm.Dataset(rows, read("labels.f32"), weight=read("masses.f32")),
    growth["trees"],
)

features: list[int] = []
above: list[int] = []
values: list[float] = []


def rounded(threshold: float) -> float:
    """The next 32-bit number below: rounded up, it could be a value of the next row, which must stay above."""
    number = numpy.float32(threshold)
    return number if float(number) <= threshold else numpy.nextafter(number, numpy.float32("-inf"))


def add(node: dict) -> None:
    at = len(features)
    is_leaf = "leaf_value" in node
    features.append(-1 if is_leaf else node["split_feature"])
    values.append(node["leaf_value"] if is_leaf else rounded(node["threshold"]))
    above.append(0)
    if not is_leaf:
        assert node["decision_type"] == "<="
        add(node["left_child"])
        above[at] = len(features) - at
        add(node["right_child"])


for tree in booster.dump_model()["tree_info"]:
    add(tree["tree_structure"])
(folder / "nodes.bin").write_bytes(
    numpy.array(features, "<i2").tobytes()
    + numpy.array(above, "<u2").tobytes()
    + numpy.array(values, "<f4").tobytes()
)
(folder / "said.json").write_text(json.dumps(booster.predict(rows[:1000]).tolist()))
