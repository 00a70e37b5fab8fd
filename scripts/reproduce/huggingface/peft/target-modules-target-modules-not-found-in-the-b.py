# /// script
# requires-python = ">=3.11"
# dependencies = ["peft==0.21.2", "transformers==5.24.0", "torch==2.13.0"]
#
# [tool.errkb]
# memory = 16384
# timeout = 180
# ///
"""The layers of another family are named."""

from peft import LoraConfig, get_peft_model
from transformers import GPT2Config, GPT2LMHeadModel

model = GPT2LMHeadModel(GPT2Config(n_embd=8, n_layer=1, n_head=1, vocab_size=9, n_positions=8))


def trigger():
    get_peft_model(model, LoraConfig(target_modules=["q_proj", "v_proj"], task_type="CAUSAL_LM"))


def fixed():
    get_peft_model(model, LoraConfig(target_modules=["c_attn", "c_proj"], task_type="CAUSAL_LM", fan_in_fan_out=True))
